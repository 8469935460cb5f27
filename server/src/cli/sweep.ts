import type { Command } from 'commander';
import { createClock } from '../platform/clock.ts';
import { sweep } from '../store/sweep.ts';
import { type CommandContext, CommandError, examples, recordAct, withDatabase } from './command.ts';

/** `foyer sweep`: what every node does once an hour, at once and to the end. */
export function addSweepCommand(program: Command, context: CommandContext) {
  program
    .command('sweep')
    .description('delete expired rows and the old audit trail now, in batches, while the nodes run')
    .addHelpText('after', examples('sweep', 'sweep --json'))
    .action(() =>
      withDatabase(context, async ({ sql, tasks, time }, config) => {
        const clock = await createClock(time);
        const { auditRetention } = config;
        const { deleted, failed } = await sweep(tasks, clock.now(), { auditRetention, ifBusy: 'wait' });
        await recordAct(sql, clock, { command: 'sweep', by: context.by() });
        const lines = Object.entries(deleted).map(([table, count]) => `${table}: ${count}`);
        context.print(lines.length > 0 ? ['Deleted rows:', ...lines].join('\n  ') : 'Nothing to delete.', { deleted });
        if (failed.length > 0)
          throw new CommandError(
            failed.map(({ table, error }) => `${table} could not be swept: ${reasonOf(error)}`).join('\n'),
          );
      }),
    );
}

/** The message of a failed query repeats its text; that of its cause says what went wrong. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof Error ? cause.message : String(cause);
}
