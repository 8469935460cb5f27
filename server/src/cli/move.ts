import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { readConfig } from '../config/read-config.ts';
import { CannotCopy, copyDatabase, obstacleIn } from '../database/copy-database.ts';
import type { Database } from '../database/database.ts';
import type { MigrationMode } from '../database/migrations.ts';
import { createClock } from '../platform/clock.ts';
import { errorFields } from '../platform/log.ts';
import { StartupError } from '../platform/startup-error.ts';
import { type CommandContext, CommandError, examples, recordAct, withDatabase } from './command.ts';

/** `foyer move`: from the embedded database to PostgreSQL. */
export function addMoveCommand(program: Command, context: CommandContext) {
  program
    .command('move')
    .description('copy everything from the embedded database into an empty PostgreSQL database; the service is stopped')
    .requiredOption('--to <url>', 'postgres://user:password@host/database; the password may also be in PGPASSWORD')
    .addHelpText('after', examples('move --to postgres://foyer:password@db.example.com/foyer'))
    .action(async ({ to }: { to: string }) => {
      const { databaseUrl, folders } = readConfig(context.env);
      if (databaseUrl)
        throw new CommandError('DATABASE_URL is set: remove it until the embedded database has been moved');
      if (!existsSync(join(folders.data, 'database')))
        throw new CommandError(`There is no embedded database in ${folders.data}: set DATA_DIR to its folder`);

      const tables = await withDatabase(context, (source) => move(source, withTarget(context, to), context), 'require');
      const width = Math.max(...Object.keys(tables).map(({ length }) => length));
      const lines = Object.entries(tables).map(([table, rows]) => `  ${table.padEnd(width)}  ${rows}`);
      context.print(
        [
          'Moved these rows:',
          ...lines,
          `Set DATABASE_URL to this database before the service starts again. ${folders.data} is as it was: keep it as a backup.`,
        ].join('\n'),
        { tables },
      );
    });
}

type WithTarget = <Result>(work: (target: Database) => Promise<Result>, mode: MigrationMode) => Promise<Result>;

/** Opens the target with the other settings of this installation. What is wrong with it is said of `--to`. */
const withTarget =
  ({ env, open }: CommandContext, to: string): WithTarget =>
  async (work, mode) => {
    const ofTarget = { ...env, DATABASE_URL: to, DATABASE_URL_FILE: '', MIGRATION_DATABASE_URL: '' };
    try {
      return await withDatabase({ env: { ...ofTarget, MIGRATION_DATABASE_URL_FILE: '' }, open }, work, mode);
    } catch (error) {
      if (error instanceof StartupError) throw new StartupError(error.message.replaceAll('DATABASE_URL', '--to'));
      throw error;
    }
  };

async function move(source: Database, withTargetIn: WithTarget, context: CommandContext) {
  try {
    // Looked at before it is migrated, so that a database of others stays as it is.
    await withTargetIn(async (target) => {
      const obstacle = await obstacleIn(target.sql, source.sql);
      if (obstacle) throw new CannotCopy(obstacle);
    }, 'list');
    return await withTargetIn(async (target) => {
      const clock = await createClock(target.time);
      return source.sql.transaction(
        (from) =>
          target.tasks.transaction(async (into) => {
            const rows = await copyDatabase(from, into);
            await recordAct(into, clock, { command: 'move', by: context.by() });
            return rows;
          }),
        { isolationLevel: 'repeatable read', accessMode: 'read only' },
      );
    }, 'run');
  } catch (error) {
    if (error instanceof CannotCopy) throw new CommandError(`Nothing was moved to this database: ${error.message}`);
    if (!(error instanceof Error && 'query' in error)) throw error;
    // Without the values of the statement.
    const { message } = errorFields(error) as { message: string };
    throw new CommandError(`Nothing was moved, a statement failed: ${message}`);
  }
}
