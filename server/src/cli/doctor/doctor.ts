import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { unescape } from 'node:querystring';
import * as streams from 'node:stream/consumers';
import type { ExportedConfig } from '@foyer/contract/pages/page-config';
import type { Command } from 'commander';
import type { Config } from '../../config/config.ts';
import { ConfigError } from '../../config/config-problems.ts';
import { misspeltSettings } from '../../config/misspelt-settings.ts';
import { readConfig } from '../../config/read-config.ts';
import { secretTexts } from '../../config/read-settings.ts';
import { baseUrl, origin } from '../../config/setting-values.ts';
import { createClock } from '../../platform/clock.ts';
import { createLog } from '../../platform/log.ts';
import { type CommandContext, CommandError, argument, examples } from '../command.ts';
import { allMethods, configFromSettings, methods } from '../export/exported-config.ts';
import { examineBackEnd } from './back-end.ts';
import { type Check, type Subject, checks, reasonOf } from './checks.ts';
import { sendMail, sendSms } from './doctor-messages.ts';

/** `foyer doctor`: what an operator has set, checked before people do. */
export function addDoctorCommand(program: Command, context: CommandContext) {
  program
    .command('doctor')
    .description('check the settings, the database and every outside service, and say what to do')
    .option('--mail <address>', 'send a test message to this e-mail address')
    .option('--sms <number>', 'send a test message to this mobile number, by the template for codes')
    .option(
      '--back-end <URL>',
      'check, instead of all this, a back end of your own by the base of its API',
      argument(baseUrl),
    )
    .option('--page <origin>', 'with --back-end: where the page is, if not at the same origin', argument(origin))
    .option('--methods <list>', `with --back-end: what the page offers (default: ${allMethods})`, argument(methods))
    .option('--account <name>', 'with --back-end: sign this test account in, by the password on the standard input')
    .addHelpText('after', help)
    .action(async (options: Options) => {
      const hide = hideSecrets(context.env);
      const results: { check: string; ok: boolean; text: string }[] = [];
      const examined = options.backEnd === undefined ? examine(context, options) : backEndOf(context, options);
      for await (const { check, ok, text } of examined)
        results.push({ check, ok, text: hide(text).slice(0, maxTextLength) });
      const width = Math.max(...results.map(({ check }) => check.length));
      const lines = results.map(({ check, ok, text }) => `${ok ? '✓' : '✗'} ${check.padEnd(width)}  ${text}`);
      context.print(lines.join('\n'), results);
      const failed = results.filter(({ ok }) => !ok).length;
      if (failed > 0) throw new CommandError(`${failed} of ${results.length} checks failed`);
    });
}

/** A printed line is not longer: what answers may be a whole page. */
const maxTextLength = 500;

interface Messages {
  mail?: string;
  sms?: string;
}
interface Options extends Messages {
  backEnd?: string;
  page?: string;
  methods?: ExportedConfig['methods'];
  account?: string;
}

const help = `${examples(
  'doctor',
  'doctor --mail me@example.com --sms 13800138000',
  'doctor --json',
  'doctor --back-end https://sign.example.com/api --methods code,register',
  'doctor --back-end https://accounts.example.com/v1 --page https://sign.example.com --account test@example.com < password',
)}
--back-end names no account that exists, sends no code and registers no one.`;

/** Reads no settings but the product code, and opens no database. */
async function* backEndOf({ env, stdin }: CommandContext, { backEnd: url = '', account, page, ...options }: Options) {
  const { config } = configFromSettings(env);
  yield* examineBackEnd({
    url,
    page,
    methods: options.methods ?? methods(allMethods),
    productCode: config.productCode,
    account:
      account === undefined
        ? undefined
        : { name: account, password: (await streams.text(stdin)).replace(/\r?\n$/, '') },
  });
}

async function* examine({ env, open }: CommandContext, { mail, sms }: Messages) {
  const misspelt = misspeltSettings(env);
  for (const { event, name, meant } of misspelt) {
    const text = event === 'renamedSetting' ? `is called ${meant} now` : `is no setting: ${meant} is probably meant`;
    yield { check: 'settings', ok: false, text: `${name} ${text}` };
  }
  let config: Config;
  try {
    config = readConfig(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    for (const text of error.lines) yield { check: 'settings', ok: false, text };
    return;
  }
  if (misspelt.length === 0)
    yield { check: 'settings', ok: true, text: config.production ? 'for production' : 'not for production' };

  const opened = await openExisting(config, open);
  const clock = await createClock(async () => Date.now());
  const subject: Subject = { config, clock, ...opened };
  const all: Record<string, Check> = {
    ...checks,
    ...(mail !== undefined && { mail: () => sendMail(config, mail) }),
    ...(sms !== undefined && { sms: () => sendSms(config, clock, sms) }),
  };
  try {
    for (const [check, run] of Object.entries(all)) {
      try {
        const text = await run(subject);
        if (text !== undefined) yield { check, ok: true, text };
      } catch (error) {
        yield { check, ok: false, text: reasonOf(error) };
      }
    }
  } finally {
    await opened.database?.close();
  }
}

/** An embedded database is not made. No migration runs. */
async function openExisting(
  config: Config,
  open: CommandContext['open'],
): Promise<Pick<Subject, 'database' | 'failure'>> {
  const isMissing = !config.databaseUrl && !existsSync(join(config.folders.data, 'database'));
  if (isMissing && (config.isDatabaseNamed || !config.production)) return {};
  try {
    return { database: await open(config, createLog('silent', { write() {} }).log, 'list') };
  } catch (failure) {
    return { failure };
  }
}

/** Replaces every secret that is set: an answer from outside may repeat one. */
function hideSecrets(env: CommandContext['env']) {
  const passwordOf = (text: string) => (URL.canParse(text) ? new URL(text).password : '');
  const secrets = secretTexts(env)
    .flatMap((text) => [text, ...text.split(','), passwordOf(text), unescape(passwordOf(text))])
    .filter(Boolean);
  return (text: string) => secrets.reduce((hidden, secret) => hidden.replaceAll(secret, '…'), text);
}
