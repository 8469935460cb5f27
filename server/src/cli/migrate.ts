import type { Command } from 'commander';
import { readConfig } from '../config/read-config.ts';
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
        readConfig(context.env),
        async ({ migrations }) => {
          const result = dryRun ? { pending: migrations } : { migrated: migrations };
          const heading = dryRun ? 'Pending migrations:' : 'Migrated:';
          context.print(
            migrations.length > 0 ? [heading, ...migrations].join('\n  ') : 'The database is up to date.',
            result,
          );
        },
        dryRun ? 'list' : 'run',
      ),
    );
}
