import type { Command } from 'commander';
import { Option } from 'commander';
import { createWebhookSender, messageIdOf } from '../../parts/webhooks/webhook-sender.ts';
import { createLog } from '../../platform/log.ts';
import { random } from '../../platform/random.ts';
import { auditList } from '../since.ts';
import { webhooks as limits } from '../../store/webhooks/limits.ts';
import type { ListedDelivery } from '../../store/webhooks/webhook-deliveries.ts';
import { type CommandContext, CommandError, examples } from '../command.ts';
import { wholeNumber } from '../people/person.ts';
import { type Since, readSince, sinceTime } from '../since.ts';
import { findEndpoint, withEndpoints } from './with-endpoints.ts';

interface ListOptions {
  failed?: true;
  pending?: true;
  limit: number;
}

interface ReplayOptions {
  event?: string;
  failed?: true;
  missing?: true;
  since?: Since;
}

/** What was sent to an endpoint, and what is to be sent again. */
export function addDeliveryCommands(webhooks: Command, context: CommandContext) {
  webhooks
    .command('deliveries <id>')
    .description('list the deliveries to an endpoint of the last 30 days, the newest event first')
    .option('--failed', 'those that were given up')
    .addOption(new Option('--pending', 'those that wait').conflicts('failed'))
    .option('--limit <number>', 'how many are shown at most', wholeNumber(auditList.maxShown), auditList.shown)
    .addHelpText('after', examples('webhooks deliveries crm', 'webhooks deliveries crm --failed --json'))
    .action((id: string, { failed, pending, limit }: ListOptions) =>
      withEndpoints(context, async ({ stores }) => {
        await findEndpoint(stores, id);
        const state = failed ? 'failed' : pending ? 'pending' : undefined;
        const found = await stores.webhookDeliveries.list(id, { state, limit });
        context.print(
          found.length > 0 ? found.map(lineOf).join('\n') : 'There are none.',
          found.map(({ event, ...delivery }) => ({ id: messageIdOf({ id: event }), ...delivery })),
        );
      }),
    );

  webhooks
    .command('replay <id>')
    .description('send again: one event, those that were given up, or those that the endpoint has never got')
    .option('--event <event>', 'its id, such as evt_…')
    .addOption(new Option('--failed', 'those that were given up').conflicts(['event', 'missing']))
    .addOption(
      new Option('--missing', 'those that were not to be sent to it, because it was off or not added').conflicts(
        'event',
      ),
    )
    .option('--since <time>', 'from a date or time on, or 24h, 7d ago; without it of 30 days', readSince)
    .addHelpText('after', examples('webhooks replay crm --failed', 'webhooks replay crm --missing --since 7d'))
    .action((id: string, { event, failed, missing, since = { ago: limits.retention } }: ReplayOptions) =>
      withEndpoints(context, async ({ stores, clock, record }) => {
        await findEndpoint(stores, id);
        const from = sinceTime(since, clock);
        const { webhookDeliveries } = stores;
        if (!event && !failed && !missing) throw new CommandError('give --event, --failed or --missing');
        const replayed = event
          ? Number(await webhookDeliveries.replayOne(id, eventIdOf(event)))
          : failed
            ? await webhookDeliveries.replayFailed(id, from)
            : await webhookDeliveries.replayMissing(id, from);
        if (event && replayed === 0) throw new CommandError(`${event}: there is no such event`);
        await record('webhooks replay', id);
        context.print(`${replayed} deliveries are due now.`, { id, replayed });
      }),
    );

  webhooks
    .command('test <id>')
    .description('send an event of the type webhook.test now, and say what is answered')
    .addHelpText('after', examples('webhooks test crm'))
    .action(async (id: string) => {
      const { accepted, result } = await withEndpoints(context, async ({ stores, config, clock, encryptionKeys }) => {
        const { log } = createLog('silent', { write() {} });
        const sender = createWebhookSender({ config, stores, clock, random, log, encryptionKeys });
        return sender.test(await findEndpoint(stores, id));
      });
      if (!accepted) throw new CommandError(`${id} has not accepted it: ${reasonOf(result)}`);
      context.print(`${id} has accepted it: ${result}`, { id, result });
    });
}

const reasons: Record<string, string> = {
  NOT_PUBLIC: 'its name leads to an address inside a network; WEBHOOK_INSIDE_ORIGINS names the exceptions',
  NOT_HTTPS: 'it is not https; WEBHOOK_INSIDE_ORIGINS names the exceptions',
  SECRET_UNREADABLE: 'OIDC_ENCRYPTION_SECRETS lacks the key that its secret was encrypted with',
};

const reasonOf = (result: string) =>
  reasons[result] ?? (/^3\d\d$/.test(result) ? `${result}, and redirects are not followed` : result);

function eventIdOf(typed: string): string {
  const [, id] = /^(?:evt_)?([\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12})$/.exec(typed) ?? [];
  if (id === undefined) throw new CommandError(`${typed}: give the id of an event, such as webhooks deliveries prints`);
  return id;
}

const lineOf = ({ event, type, at, attempts, nextAttemptAt, deliveredAt, lastResult }: ListedDelivery) =>
  [
    at.toISOString(),
    messageIdOf({ id: event }),
    type,
    deliveredAt
      ? `delivered ${deliveredAt.toISOString()}`
      : nextAttemptAt
        ? `next attempt ${nextAttemptAt.toISOString()}`
        : 'given up',
    `${attempts} attempts`,
    lastResult ?? '',
  ]
    .filter(Boolean)
    .join('  ');
