import { Command, CommanderError } from 'commander';
import { openDatabase } from '../create-services.ts';
import { FolderInUse } from '../database/folder-lock.ts';
import { InvalidContent } from '../parts/content/content-shape.ts';
import { version } from '../platform/version.ts';
import { StartupError } from '../platform/startup-error.ts';
import { terminalText } from './terminal-text.ts';
import { markIds } from './account-ids.ts';
import { type CommandContext, CommandError } from './command.ts';
import { addApisCommand } from './apis.ts';
import { addAttributesCommand } from './attributes.ts';
import { addClientsCommand } from './clients.ts';
import { addContentCommand } from './content.ts';
import { addDoctorCommand } from './doctor/doctor.ts';
import { addExportCommand } from './export/export.ts';
import { addIdNumbersCommand } from './id-numbers.ts';
import { addKeysCommand } from './keys.ts';
import { addLimitsCommand } from './limits.ts';
import { addMigrateCommand } from './migrate.ts';
import { addMoveCommand } from './move.ts';
import { operatorNames, operatorText, readOperatorName } from './operator-name.ts';
import { addPeopleCommand } from './people/people.ts';
import { addSandboxCommand } from './sandbox.ts';
import { addSsoCommand } from './sso.ts';
import { addSweepCommand } from './sweep.ts';
import { addWebhooksCommand } from './webhooks/webhooks.ts';

/** Every command of `npx foyer`: one file or folder each in this folder. */
const commands = [
  addSsoCommand,
  addClientsCommand,
  addApisCommand,
  addAttributesCommand,
  addWebhooksCommand,
  addKeysCommand,
  addPeopleCommand,
  addContentCommand,
  addIdNumbersCommand,
  addLimitsCommand,
  addExportCommand,
  addMigrateCommand,
  addMoveCommand,
  addSandboxCommand,
  addSweepCommand,
  addDoctorCommand,
];

const exitCodes = { done: 0, failed: 1, usage: 2, unavailable: 3, bug: 70 } as const;
type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

const footer = `
Exit codes:
  0   done
  1   the command could not be carried out; the reason is on the standard error output
  2   wrong usage: unknown command or option, or an argument is missing
  3   a setting is wrong, or the database cannot be used
  70  a bug in foyer`;

interface CliOptions extends Pick<CommandContext, 'env' | 'cwd' | 'stdin'>, Partial<Pick<CommandContext, 'open'>> {
  /** A promise delays the next piece of a long result. */
  stdout(text: string): void | Promise<void>;
  stderr(text: string): void;
}

/** Runs one command line. Results go to stdout and problems to stderr, both as JSON with `--json`. */
export async function runCli(
  args: readonly string[],
  { env, open = openDatabase, cwd, stdin, stdout, stderr }: CliOptions,
): Promise<ExitCode> {
  const program = new Command('npx foyer');
  const options = () => program.opts<{ json?: true; by?: string }>();
  const json = () => options().json === true;
  program
    .description(
      'Administers a Foyer installation. Reads the same settings as the service, from the environment and .env.',
    )
    .version(version)
    .option('--json', 'print JSON, for scripts')
    .option(
      '--by <name>',
      'who runs the command, for the audit trail, which adds the user of the operating system',
      readOperatorName,
    )
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({ writeOut: (text) => void stdout(text), writeErr: (text) => json() || stderr(text) })
    .showHelpAfterError()
    .addHelpText('afterAll', footer)
    .exitOverride();
  const format = (text: string, data: unknown) => `${terminalText(json() ? JSON.stringify(data) : text)}\n`;
  const context: CommandContext = {
    env,
    open,
    cwd,
    stdin,
    print: (text, data) => void stdout(format(text, data)),
    printProblem: (text, data) => stderr(format(text, data)),
    write: async (text) => stdout(text),
    operators: () => operatorNames(env, options().by),
    by: () => operatorText(context.operators()),
  };
  for (const add of commands) add(program, context);

  try {
    await program.parseAsync(markIds(args), { from: 'user' });
    return exitCodes.done;
  } catch (error) {
    const [code, message] = outcomeOf(error);
    if (json() && code !== exitCodes.done) stderr(`${JSON.stringify({ error: message })}\n`);
    // Commander has already printed its own errors, with the help of the command.
    else if (!(error instanceof CommanderError)) stderr(`${terminalText(message)}\n`);
    return code;
  }
}

function outcomeOf(error: unknown): [ExitCode, string] {
  if (error instanceof CommanderError)
    return error.exitCode === 0 ? [exitCodes.done, ''] : [exitCodes.usage, error.message];
  if (error instanceof CommandError || error instanceof InvalidContent) return [exitCodes.failed, error.message];
  if (error instanceof FolderInUse) return [exitCodes.unavailable, `${error.message}\n${oneProcessOnly}`];
  if (error instanceof StartupError) return [exitCodes.unavailable, error.message];
  return [exitCodes.bug, error instanceof Error ? (error.stack ?? error.message) : String(error)];
}

const oneProcessOnly = `The embedded database can be used by one process at a time. If that process is the service, stop it, repeat this
command, and start it again. With PostgreSQL (DATABASE_URL) both can run at the same time.`;
