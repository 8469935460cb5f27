import type { Principal } from '@foyer/contract/rules/account-rules';
import type { Language } from '@foyer/contract/language';
import type { Config } from '../../config/config.ts';
import type { BackgroundTasks } from '../../platform/background-tasks.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { RequestContext } from '../../http/request-context.ts';
import type { Messenger } from '../../providers/messaging/messenger.ts';
import type { Account } from '../../store/accounts.ts';
import { type NoticeKind, messages } from '@foyer/contract/texts/service-texts';
import { mailPage, timeShown } from './mail-html.ts';

export interface Notices {
  /** Tells the person, in the language of their last visit. Nobody waits for it, and nobody hears that it failed. */
  tell(account: Account, kind: NoticeKind, context: Seen): void;
}

type Seen = Pick<RequestContext, 'requestId' | 'deviceLabel' | 'maskedIp' | 'language'>;

interface Means {
  config: Config;
  clock: Clock;
  log: Log;
  messenger: Messenger;
  backgroundTasks: BackgroundTasks;
}

/** What was changed is told at every address on record: one of them may be in the wrong hands. */
const toldEverywhere: readonly NoticeKind[] = [
  'passwordChanged',
  'mobileBound',
  'idNumberCorrected',
  'companyLinked',
  'wechatLinked',
  'dingtalkLinked',
  'alipayLinked',
];

export function createNotices({ config, clock, log, messenger, backgroundTasks }: Means): Notices {
  /** One of them, or nobody is told: an installation need not have both. */
  async function send({ kind, value: to }: Principal, notice: NoticeKind, language: Language, seen: Seen) {
    const event = messages[language].noticeEvents[notice];
    const time = timeShown(clock.now(), language);
    if (kind === 'mobile') return messenger.sms?.({ kind: 'notice', to, language, values: { event, time } });
    const brand = config.page.brand[language];
    const { support } = config.page;
    const values = { brand, event, time, device: seen.deviceLabel, address: seen.maskedIp, support };
    const mail = mailPage(language, brand, messages[language].noticeMail(values));
    return messenger.mail?.({ to, language, ...mail });
  }

  return {
    tell(account, kind, context) {
      const language = account.language ?? context.language;
      for (const to of addressesOf(account, toldEverywhere.includes(kind))) {
        const line = { event: 'notice', id: context.requestId, kind, by: to.kind, account: account.ouid };
        backgroundTasks.run('noticeNotSent', async () => {
          const delivery = await send(to, kind, language, context);
          log.info({ ...line, result: delivery?.is ?? 'noWay' });
        });
      }
    },
  };
}

/** A mail costs nobody anything, so it comes first where one is enough. */
function addressesOf({ email, mobile }: Account, all: boolean): Principal[] {
  const addresses: Principal[] = [];
  if (email) addresses.push({ kind: 'email', value: email });
  if (mobile) addresses.push({ kind: 'mobile', value: mobile });
  return all ? addresses : addresses.slice(0, 1);
}
