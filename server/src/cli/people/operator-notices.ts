import { defaultLanguage } from '@foyer/contract/language';
import type { NoticeKind } from '@foyer/contract/texts/service-texts';
import { type NoticeValues, type SentNotice, createNotices } from '../../parts/notices/notices.ts';
import { createBackgroundTasks } from '../../platform/background-tasks.ts';
import { createLog } from '../../platform/log.ts';
import { createUpstreams } from '../../providers/http/upstreams.ts';
import { createMessenger } from '../../providers/messaging/messenger.ts';
import type { Account } from '../../store/accounts/accounts.ts';
import { operatorContext } from '../../store/audit.ts';
import { type CommandContext, withStores } from '../command.ts';

/** A command has no metrics. */
const notMeasured = { upstream: () => {}, message: () => {}, messagesWaiting: () => {} };

/** Tells a person what an operator did to their account, once it is stored, and returns how each notice went. */
export async function sendOperatorNotice(
  context: CommandContext,
  account: Account,
  kind: NoticeKind,
  more: Omit<NoticeValues, 'byOperator'> = {},
): Promise<SentNotice[]> {
  const { log } = createLog('info', { write: () => {} });
  let sent: readonly SentNotice[] = [];
  await withStores(context, async (stores, { config, clock }) => {
    const upstreams = createUpstreams(notMeasured);
    const messenger = createMessenger({ config, clock, log, metrics: notMeasured, upstreams, sandbox: undefined });
    const backgroundTasks = createBackgroundTasks(log);
    const notices = createNotices({ config, stores, clock, log, messenger, backgroundTasks });
    const noticeContext = { ...operatorContext, language: defaultLanguage };
    sent = await notices.sendAndWait(account, kind, noticeContext, { ...more, byOperator: true });
    messenger.close();
  });
  return sent.toSorted((a, b) => a.by.localeCompare(b.by));
}

export const noticesText = (sent: readonly SentNotice[]) =>
  sent.length === 0
    ? 'No notice was sent: the person has no contact.'
    : `Notices to the person: ${sent.map(({ by, result }) => `${by} ${result}`).join(', ')}.`;
