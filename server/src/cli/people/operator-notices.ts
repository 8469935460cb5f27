import { defaultLanguage } from '@foyer/contract/language';
import type { NoticeKind } from '@foyer/contract/texts/service-texts';
import type { Config } from '../../config/config.ts';
import { createNotices } from '../../parts/notices/notices.ts';
import { createBackgroundTasks } from '../../platform/background-tasks.ts';
import type { Clock } from '../../platform/clock.ts';
import { createLog } from '../../platform/log.ts';
import { createMessenger } from '../../providers/messaging/messenger.ts';
import type { Account } from '../../store/accounts.ts';
import { operatorContext } from '../../store/audit.ts';

/** `by` is the contact; `result` is that of the gateway or mail server, `notConfigured` where there is none. */
export interface SentNotice {
  by: string;
  result: string;
}

/** Tells a person what an operator did to their account, and returns how each notice went. */
export async function sendOperatorNotice(
  { config, clock }: { config: Config; clock: Clock },
  account: Account,
  kind: NoticeKind,
  more: { closesAt?: Date } = {},
): Promise<SentNotice[]> {
  const lines: string[] = [];
  const { log } = createLog('info', { write: (line) => void lines.push(line) });
  const messenger = createMessenger(config, clock, log);
  const backgroundTasks = createBackgroundTasks(log);
  const notices = createNotices({ config, clock, log, messenger, backgroundTasks });
  notices.send(account, kind, { ...operatorContext, language: defaultLanguage }, { ...more, byOperator: true });
  await backgroundTasks.settled();
  messenger.close();
  return lines
    .map((line) => JSON.parse(line) as SentNotice & { event: string })
    .filter(({ event }) => event === 'notice')
    .map(({ by, result }) => ({ by, result }))
    .toSorted((a, b) => a.by.localeCompare(b.by));
}

export const noticesText = (sent: readonly SentNotice[]) =>
  sent.length === 0
    ? 'The person could not be told: no notice was sent.'
    : `Notices to the person: ${sent.map(({ by, result }) => `${by} ${result}`).join(', ')}.`;
