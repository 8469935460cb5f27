import { defaultLanguage } from '@foyer/contract/language';
import type { NoticeKind } from '@foyer/contract/texts/service-texts';
import { type NoticeValues, createNotices } from '../../parts/notices/notices.ts';
import { createBackgroundTasks } from '../../platform/background-tasks.ts';
import { createLog } from '../../platform/log.ts';
import { createUpstreams } from '../../providers/http/upstreams.ts';
import { createMessenger } from '../../providers/messaging/messenger.ts';
import type { Account } from '../../store/accounts/accounts.ts';
import { operatorContext } from '../../store/audit.ts';
import { type CommandContext, withStores } from '../command.ts';

/**
 * `by` is the contact; `result` is that of the gateway or mail server, `notConfigured` where there is none, `limited` where
 * the person has got too many text messages.
 */
export interface SentNotice {
  by: string;
  result: string;
}

/** A command has no metrics. */
const notMeasured = { upstream: () => {}, message: () => {}, messagesWaiting: () => {} };

/** Tells a person what an operator did to their account, once it is stored, and returns how each notice went. */
export async function sendOperatorNotice(
  context: CommandContext,
  account: Account,
  kind: NoticeKind,
  more: Omit<NoticeValues, 'byOperator'> = {},
): Promise<SentNotice[]> {
  const lines: string[] = [];
  const { log } = createLog('info', { write: (line) => void lines.push(line) });
  await withStores(context, async (stores, { config, clock }) => {
    const upstreams = createUpstreams(notMeasured);
    const messenger = createMessenger({ config, clock, log, metrics: notMeasured, upstreams, sandbox: undefined });
    const backgroundTasks = createBackgroundTasks(log);
    const notices = createNotices({ config, stores, clock, log, messenger, backgroundTasks });
    notices.send(account, kind, { ...operatorContext, language: defaultLanguage }, { ...more, byOperator: true });
    await backgroundTasks.settled();
    messenger.close();
  });
  return lines
    .map((line) => JSON.parse(line) as SentNotice & { event: string })
    .filter(({ event }) => event === 'notice')
    .map(({ by, result }) => ({ by, result }))
    .toSorted((a, b) => a.by.localeCompare(b.by));
}

export const noticesText = (sent: readonly SentNotice[]) =>
  sent.length === 0
    ? 'No notice was sent: the person has no contact.'
    : `Notices to the person: ${sent.map(({ by, result }) => `${by} ${result}`).join(', ')}.`;
