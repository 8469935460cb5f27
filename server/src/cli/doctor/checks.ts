import { statSync } from 'node:fs';
import { join } from 'node:path';
import { type ScanApp, recordByApp } from '@foyer/contract/apps/scan-apps';
import { hours, seconds } from '@foyer/contract/time';
import { sql as statement } from 'drizzle-orm';
import { openRedis, redisErrorReason } from '../../cache/redis.ts';
import type { Config } from '../../config/config.ts';
import { type Database, type DatabaseState, isMissingTable } from '../../database/database.ts';
import { FolderInUse } from '../../database/folder-lock.ts';
import { encryptionKeysOf } from '../../parts/encryption/encryption-keys.ts';
import { secretsOf } from '../../parts/webhooks/webhook-message.ts';
import { serviceProviderUrls } from '../../parts/sso/sso-callback.ts';
import { createSigningKeys } from '../../parts/oidc/signing-keys.ts';
import { type Clock } from '../../platform/clock.ts';
import { createLog, errorFields } from '../../platform/log.ts';
import { random } from '../../platform/random.ts';
import { StartupError } from '../../platform/startup-error.ts';
import { createCms } from '../../providers/cms.ts';
import { errorCode } from '../../providers/provider-result.ts';
import { createScanApps } from '../../providers/scan-apps.ts';
import { createSsoConnections } from '../../providers/sso/sso-connections.ts';
import type { ScanProvider } from '../../providers/scan-provider.ts';
import { createWecom } from '../../providers/wecom/wecom.ts';
import { companyStore } from '../../store/companies.ts';
import { oidcKeyStore } from '../../store/oidc/oidc-keys.ts';
import { isFilledBySandbox } from '../../store/sandbox-entries.ts';
import { suiteTicketStore } from '../../store/suite-tickets.ts';
import { webhookEndpointStore } from '../../store/webhooks/webhook-endpoints.ts';
import { CommandError } from '../command.ts';
import { databaseName } from '../migrate.ts';
import { checkProvider } from '../sso-connection.ts';
import { stateText } from '../webhooks/endpoint-texts.ts';

export interface Subject {
  config: Config;
  /** Undefined where it cannot be opened, for this reason, or does not exist yet. */
  database?: Database;
  failure?: unknown;
  clock: Clock;
}

/**
 * Returns what is in order, or undefined where nothing is configured to check. Throws a CommandError or StartupError that says what
 * is wrong and what to do.
 */
export type Check = (subject: Subject) => string | undefined | Promise<string | undefined>;

/** What takes longer is wrong for a person who waits. */
const answerTime = seconds(10);
const maxClockDifference = seconds(5);
const wrongStates: Partial<Record<DatabaseState, string>> = {
  readOnly: 'cannot be written to: let DATABASE_URL lead to the primary',
  full: 'has no space left: make room',
  newerSchema: 'serves newer versions only: upgrade',
};

const redisRefusals: Record<string, string> = {
  NOAUTH: 'asks for a password',
  WRONGPASS: 'refuses the user or the password',
  NOPERM: 'gives the user no right',
};

/** Without what is sent to a person; in the order of the output. */
export const checks: Record<string, Check> = {
  async database({ config, database, failure }) {
    const name = databaseName(config);
    // What is stored cannot be read beside the service; `page` shows that it is the service that uses it.
    if (failure instanceof FolderInUse) return `${name} is in use: to check what is stored in it, stop the service`;
    if (failure) throw failure;
    if (!database) return `${name} will be made by the first start`;
    const state = wrongStates[await database.state()];
    if (state) throw new CommandError(`${name} ${state}`);
    const mode = config.databaseUrl
      ? ''
      : `, mode ${(statSync(join(config.folders.data, 'database')).mode & 0o777).toString(8)}`;
    return `${name} answers and can be written to${mode}`;
  },

  schema({ config, database }) {
    if (!database) return undefined;
    const { length } = database.migrations;
    if (length === 0) return 'of this version';
    if (config.database.migrateAtStart) return `the next start runs ${length} migrations`;
    throw new CommandError(`lacks ${length} migrations, from ${database.migrations[0]}: run npx foyer migrate`);
  },

  async pooler({ config, database }) {
    if (!database || !config.databaseUrl) return undefined;
    const { rows } = (await database.sql.execute(statement`show statement_timeout`)) as { rows: object[] };
    const { pooler } = config.database;
    if (JSON.stringify(rows) !== '[{"statement_timeout":"0"}]')
      return pooler ? 'on, and the database user has a time limit' : 'off';
    throw new CommandError(
      pooler
        ? 'the database user has no time limit: alter role … set statement_timeout, as the manual says'
        : 'a pooler drops the time limit of statements: set DATABASE_POOLER to on',
    );
  },

  async clock({ database }) {
    if (!database) return undefined;
    const start = Date.now();
    const difference = (await database.time()) - (start + Date.now()) / 2;
    const text = `this machine and the database differ by ${(Math.abs(difference) / seconds(1)).toFixed(1)} s`;
    if (Math.abs(difference) <= maxClockDifference) return text;
    throw new CommandError(`${text}: set both clocks by NTP`);
  },

  async sandbox({ config, database }) {
    if (!database || config.sandbox) return undefined;
    const isFilled = await isFilledBySandbox(database.sql).catch((error: unknown) => {
      if (isMissingTable(error)) return false;
      throw error;
    });
    if (!isFilled) return 'the database has none of its people';
    throw new CommandError('it has filled this database: run npx foyer sandbox remove, or use another database');
  },

  async redis({ config: { redisUrl } }) {
    if (!redisUrl) return undefined;
    const { host } = new URL(redisUrl);
    const { log, reason } = firstReason();
    const redis = openRedis(redisUrl, log, { answerTimeout: answerTime, commandTimeout: answerTime });
    try {
      const answer = new Promise((ready) => redis.client.once('ready', ready))
        .then(() => redis.inTime(redis.client.ping()))
        .then(() => undefined, redisErrorReason);
      const why = await Promise.race([reason, answer]);
      if (why === undefined) return `${host} answers`;
      throw new CommandError(
        `${host} ${redisRefusals[why] ?? 'does not answer as Redis'} (${why}): ${why in redisRefusals ? 'correct REDIS_URL' : 'start it, or correct REDIS_URL'}`,
      );
    } finally {
      redis.close();
    }
  },

  async page({ config: { publicUrl, secure } }) {
    const url = `${publicUrl}/login/web`;
    const response = await fetch(url, { signal: AbortSignal.timeout(answerTime), redirect: 'manual' }).catch(
      (error: unknown) => {
        const why = errorCode(error);
        const remedy = /CERT|SIGNATURE|ISSUER|SSL/.test(why)
          ? 'mend the certificate of the proxy'
          : 'start the service and the proxy in front of it, or correct PUBLIC_URL';
        throw new CommandError(`${url} does not answer (${why}): ${remedy}`);
      },
    );
    if (response.ok && response.headers.has('x-request-id'))
      return `${url} answers${secure ? ', and its certificate is valid' : ''}`;
    throw new CommandError(`${url} answers ${response.status} and not the page: let the proxy lead to this service`);
  },

  async oidc({ config, database, clock }) {
    const { encryptionKeys } = config.oidc;
    if (!config.oidc.enabled || encryptionKeys.length === 0 || !database) return undefined;
    if (database.migrations.length > 0) return `${encryptionKeys.length} encryption keys`;
    const keys = createSigningKeys({
      stores: { oidcKeys: oidcKeyStore(database.sql) },
      clock,
      random,
      config,
      encryptionKeys,
    });
    await keys.check();
    return (await keys.stored()).length > 0
      ? 'the signing keys can be decrypted'
      : 'there is no signing key yet: the first sign-in to an application makes one';
  },

  async companies({ config, database, clock }) {
    if (!config.sso.enabled || !database || database.migrations.length > 0) return undefined;
    const companies = (await companyStore(database.sql).all()).filter(({ enabled }) => enabled);
    if (companies.length === 0) return undefined;
    const connections = createSsoConnections(config, clock);
    const problems: string[] = [];
    for (const company of companies)
      await checkProvider(company, connections, serviceProviderUrls({ config }, company.slug).callback).catch(
        (error: unknown) => problems.push(reasonOf(error)),
      );
    if (problems.length > 0) throw new CommandError(problems.join('; '));
    return `the providers of ${companies.map(({ slug }) => slug).join(', ')} answer`;
  },

  async webhooks({ config, database, clock }) {
    if (!database || database.migrations.length > 0) return undefined;
    const endpoints = await webhookEndpointStore(database.sql, clock).all();
    if (endpoints.length === 0) return undefined;
    const keys = await encryptionKeysOf(config, database.sql);
    const problems = endpoints.flatMap((endpoint) => {
      const { id, disabledAt, disabledBy, failingSince } = endpoint;
      if (!secretsOf(endpoint, keys, clock.now()))
        return [
          `the secret of ${id} cannot be decrypted: correct OIDC_ENCRYPTION_SECRETS, or run npx foyer webhooks rotate ${id}`,
        ];
      if (disabledAt && disabledBy !== 'operator')
        return [`${id} is ${stateText(endpoint)}: correct it and run npx foyer webhooks change ${id} --enable`];
      if (!disabledAt && failingSince && failingSince.getTime() <= clock.now() - hours(1))
        return [`${id} is ${stateText(endpoint)}: run npx foyer webhooks test ${id}`];
      return [];
    });
    if (problems.length > 0) throw new CommandError(problems.join('; '));
    if (!config.webhooks.enabled)
      return `${endpoints.length} endpoints; this process sends nothing to them, as WEBHOOKS says`;
    return `${endpoints.length} endpoints accept their events`;
  },

  ...recordByApp((app) => (subject: Subject) => checkScanApp(app, subject)),

  async wecom({ config: { sso, scan }, database, clock }) {
    if (!sso.wecom || sso.wecom === 'sandbox') return undefined;
    const { app } = sso.wecom;
    const ticket = async () =>
      app.is === 'suite' && database ? suiteTicketStore(database.sql, clock).latest(app.suiteId) : undefined;
    const token = await createWecom(sso.wecom, clock, scan.timeout, ticket).requestToken();
    if (token.is !== 'ok')
      throw refusal(token, 'compare the WECOM_ settings, and allow the address of this machine at WeCom');
    return 'gives a token';
  },

  async cms({ config: { cmsUrl } }) {
    if (!cmsUrl) return undefined;
    await createCms(cmsUrl)
      .content()
      .catch((error: unknown) => {
        throw new CommandError(`${new URL(cmsUrl).host} gives no content (${errorCode(error)}): correct CMS_URL`);
      });
    return `${new URL(cmsUrl).host} gives its content`;
  },
};

async function checkScanApp(app: ScanApp, { config, clock }: Subject) {
  const provider: ScanProvider | undefined = createScanApps(config, clock, random)[app];
  const checked = await provider?.checkAccess();
  if (checked && checked.is !== 'ok') throw refusal(checked, checked.remedy);
  return checked?.what;
}

const refusal = ({ is, ...result }: { is: string; why?: string }, remedy: string) =>
  new CommandError(`${is === 'noResponse' ? 'gives no answer' : 'refuses'} (${result.why ?? is}): ${remedy}`);

/** One line. */
export function reasonOf(error: unknown): string {
  if (error instanceof CommandError || error instanceof StartupError) return error.message.replaceAll('\n', '; ');
  const fields = errorFields(error);
  return 'message' in fields ? fields.message : fields.type;
}

/** A log for Redis, and the first reason that it gives for being away. */
function firstReason() {
  let tell: (reason: string) => void;
  const reason = new Promise<string>((resolve) => (tell = resolve));
  const write = (line: string) => tell((JSON.parse(line) as { why: string }).why);
  return { reason, log: createLog('error', { write }).log };
}
