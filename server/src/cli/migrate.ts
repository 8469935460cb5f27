import type { Command } from 'commander';
import type { Config } from '../config/config.ts';
import { type CommandContext, examples, withDatabase } from './command.ts';

/** `foyer migrate`: the tables of a new version, as a step of its own before its nodes start. */
export function addMigrateCommand(program: Command, context: CommandContext) {
  program
    .command('migrate')
    .description('run the migrations that the database lacks; needed before a start with MIGRATE_AT_START=off')
    .option('--dry-run', 'list them and run none')
    .addHelpText('after', examples('migrate', 'migrate --dry-run --json'))
    .action(({ dryRun = false }: { dryRun?: boolean }) =>
      withDatabase(
        context,
        async ({ migrations }, config) => {
          const result = dryRun ? { pending: migrations } : { migrated: migrations };
          const heading = dryRun ? 'Pending migrations' : 'Migrated';
          const database = databaseName(config);
          context.print(
            migrations.length > 0
              ? [`${heading}, ${database}:`, ...migrations].join('\n  ')
              : `Nothing to migrate, ${database}.`,
            result,
          );
        },
        dryRun ? 'list' : 'run',
      ),
    );
}

/** Shown, because without DATABASE_URL a command uses an embedded database. Never the password. */
export function databaseName({ databaseUrl, database: { migrationUrl }, folders }: Config): string {
  if (!databaseUrl) return `embedded database in ${folders.data}`;
  const { host, pathname } = new URL(migrationUrl ?? databaseUrl);
  return `database ${host}${pathname}`;
}
