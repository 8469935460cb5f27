import { days, hours } from '@foyer/contract/time';
import { scanApps } from '@foyer/contract/apps/scan-apps';
import { type Principal, mask } from '@foyer/contract/rules/account-rules';
import type { Language } from '@foyer/contract/language';
import { contactUndo } from '@foyer/contract/limits';
import { pageRoutes } from '@foyer/contract/pages/page-routes';
import type { SignInMethod } from '@foyer/contract/sign-in-methods';
import {
  type ChangeNotMade,
  type NoticeAdvice,
  type NoticeKind,
  messages,
  wayOf,
} from '@foyer/contract/texts/service-texts';
import type { Config } from '../../config/config.ts';
import type { BackgroundTasks } from '../../platform/background-tasks.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Log, errorFields } from '../../platform/log.ts';
import { sha256 } from '../../platform/sha256.ts';
import type { RequestContext } from '../../http/requests/request-context.ts';
import type { Messenger } from '../../providers/messaging/messenger.ts';
import type { Account } from '../../store/accounts/accounts.ts';
import type { Stores } from '../../store/stores.ts';
import { formatDay, formatTime, mailPage } from './mail-html.ts';

/** Text messages about an account to one number, beside codes. Mails are not limited, because they cost nothing. */
const textNotices = {
  limits: [
    { max: 30, window: hours(1) },
    { max: 100, window: days(1) },
  ],
} as const;

export interface Notices {
  /** Sends in the background, in the language of the person's last sign-in. A failure is logged and nothing else. */
  send(account: Account, kind: NoticeKind, context: NoticeContext, more?: NoticeValues): void;
  /** The same, and tells how each notice went. */
  sendAndWait(
    account: Account,
    kind: NoticeKind,
    context: NoticeContext,
    more?: NoticeValues,
  ): Promise<readonly SentNotice[]>;
}

/**
 * `by` is the contact; `result` is that of the gateway or mail server, `notConfigured` where there is none, `limited` where
 * the person has got too many text messages.
 */
export interface SentNotice {
  by: Principal['kind'];
  result: string;
}

type NoticeContext = Pick<RequestContext, 'requestId' | 'deviceLabel' | 'maskedIp' | 'language'> &
  Partial<Pick<RequestContext, 'country'>>;

export interface NoticeValues {
  /** How the person signed in. */
  method?: SignInMethod;
  /** The handle that undoes the change, or stops it. */
  undoHandle?: string;
  /** When the change takes place that the handle stops. */
  dueAt?: Date;
  /** Why a change that support was asked for is not made. */
  notMade?: ChangeNotMade;
  /** When the account will be erased. */
  closesAt?: Date;
  /** An operator did it, by the command line. */
  byOperator?: boolean;
}

interface NoticeDependencies {
  config: Config;
  stores: Pick<Stores, 'quotas'>;
  clock: Clock;
  log: Log;
  messenger: Messenger;
  backgroundTasks: BackgroundTasks;
}

/** Changes of the account are reported to every recipient on record: an attacker may control one of them. */
const sentToAll: readonly NoticeKind[] = [
  'passwordChanged',
  'mobileBound',
  'idNumberCorrected',
  'idNumberClaimed',
  'companyLinked',
  'secondFactorOn',
  'secondFactorOff',
  'authenticatorAdded',
  'authenticatorRemoved',
  'backupCodesCreated',
  'backupCodeUsed',
  ...scanApps.map((app) => `${app}Linked` as const),
  'mobileAdded',
  'mobileChanged',
  'mobileRemoved',
  'emailAdded',
  'emailChanged',
  'emailRemoved',
  'contactChangeUndone',
  'mobileChangeAsked',
  'emailChangeAsked',
  'contactChangeStopped',
  'passkeyAdded',
  'passkeyRemoved',
  'identityUnlinked',
  'closureRequested',
  'closureCancelled',
  'accountErased',
  'accountMerged',
  'secondFactorReset',
  'recoveryAsked',
  'recoveryStopped',
  'recoveryMade',
];

const { account: accountPage, retrieve } = pageRoutes;
const removeIn = (panel: string) => ({ is: 'removeFactor', path: `${accountPage}#${panel}` }) as const;
const reset = { is: 'resetPassword', path: retrieve } as const;
const endSession = { is: 'endSession', path: `${accountPage}#devices` } as const;

/** What to do about a change that someone else has made; about the others, to look at the account. */
const adviceAbout: Partial<Record<NoticeKind, { is: NoticeAdvice; path: string }>> = {
  passwordChanged: reset,
  contactChangeUndone: reset,
  newDevice: endSession,
  correctPasswordAfterFailures: endSession,
  passkeyAdded: removeIn('sign-in'),
  authenticatorAdded: removeIn('second-factor'),
  backupCodesCreated: removeIn('second-factor'),
  companyLinked: removeIn('linked'),
  ...Object.fromEntries(scanApps.map((app) => [`${app}Linked`, removeIn('linked')])),
};
const adviceByDefault = { is: 'checkAccount', path: accountPage } as const;

export function createNotices(dependencies: NoticeDependencies): Notices {
  const { config, clock, log, messenger, backgroundTasks, stores } = dependencies;

  /** A person who changes something again and again must not make us send as many text messages. */
  async function isWithinLimits(mobile: string): Promise<boolean> {
    const quota = { key: sha256('noticesTo', mobile), limits: textNotices.limits };
    return (await stores.quotas.consume([quota])).is === 'consumed';
  }

  /** Undefined where no messenger of this kind is configured. */
  async function deliver(
    recipient: Principal,
    account: Account,
    kind: NoticeKind,
    language: Language,
    context: NoticeContext,
    { method, undoHandle, dueAt, notMade, closesAt, byOperator }: NoticeValues,
  ) {
    const to = recipient.value;
    const { changeNotMade, noticeEvents, noticeTitles, noticeMail } = messages[language];
    const day = closesAt ? formatDay(closesAt.getTime(), language) : '';
    const event = noticeEvents[kind].replace('{day}', day);
    const time = formatTime(clock.now(), language);
    // Behind `#`: the browser sends that part to no server.
    const link = undoHandle && `${config.publicUrl}${pageRoutes.undoChange}#${undoHandle}`;
    if (recipient.kind === 'mobile') {
      // An attacker who hides a change behind many others cannot hide one that can be undone, or the end of the account.
      if (!undoHandle && !closesAt && !(await isWithinLimits(to))) return { is: 'limited' } as const;
      const notice = { to, language, values: { event, time } };
      const undo = link && undoHandle && { ...notice.values, link, code: undoHandle };
      const sent = undo && (await messenger.sms?.({ ...notice, kind: 'undo', values: undo }));
      // Also where the gateway has no template with a link.
      return sent && sent.is !== 'failed' ? sent : messenger.sms?.({ ...notice, kind: 'notice' });
    }
    const { brand, company, support } = config.page;
    const erased = kind === 'accountErased';
    const { is, path } = adviceAbout[kind] ?? adviceByDefault;
    const saysItself = link || notMade || closesAt || byOperator || erased;
    const text = noticeMail({
      brand: brand[language],
      company: company[language],
      title: noticeTitles[kind],
      account: mask(account.mobile ?? account.email ?? ''),
      time,
      device: context.deviceLabel,
      address: context.maskedIp,
      support,
      ...(link && {
        [dueAt ? 'stop' : 'undo']: {
          link,
          until: formatTime(dueAt?.getTime() ?? clock.now() + contactUndo.lifetime, language),
        },
      }),
      ...(closesAt && { closesAt: formatTime(closesAt.getTime(), language) }),
      ...(erased && { erased }),
      ...(notMade && { notMade: changeNotMade[notMade] }),
      ...(!saysItself && { advice: { is, link: `${config.publicUrl}${path}` } }),
      way: method && wayOf(method, language),
      country: context.country && new Intl.DisplayNames(language, { type: 'region' }).of(context.country),
      byOperator,
    });
    return messenger.mail?.({ to, language, ...mailPage(language, config.page, text) });
  }

  async function sendTo(
    recipient: Principal,
    account: Account,
    kind: NoticeKind,
    context: NoticeContext,
    more: NoticeValues = {},
  ): Promise<SentNotice> {
    const language = account.language ?? context.language;
    const delivery = await deliver(recipient, account, kind, language, context, more);
    const sent = { by: recipient.kind, result: delivery?.is ?? 'notConfigured' };
    log.info({ event: 'notice', id: context.requestId, kind, account: account.ouid, ...sent });
    return sent;
  }

  return {
    send(account, kind, context, more) {
      for (const recipient of recipientsOf(account, sentToAll.includes(kind)))
        backgroundTasks.run('noticeNotSent', async () => void (await sendTo(recipient, account, kind, context, more)));
    },

    sendAndWait: (account, kind, context, more) =>
      Promise.all(
        recipientsOf(account, sentToAll.includes(kind)).map((recipient) =>
          sendTo(recipient, account, kind, context, more).catch((error: unknown) => {
            log.error({ event: 'noticeNotSent', ...errorFields(error) });
            return { by: recipient.kind, result: 'failed' };
          }),
        ),
      ),
  };
}

/** A gateway that did not accept a notice may do so later; a contact that receives nothing never will. */
const unreachable = ['cannotReceive', 'notConfigured'];

/** Whether nothing more can be done to tell the person: each contact has its notice, but for those that receive none. */
export function isEveryContactTold({ mobile, email }: Account, sent: readonly SentNotice[]): boolean {
  const contacts = [mobile, email].filter((contact) => contact !== null);
  const isAnswered = sent.length === contacts.length;
  const areOthersUnreachable = sent.every(({ result }) => result === 'accepted' || unreachable.includes(result));
  return isAnswered && areOthersUnreachable && sent.some(({ result }) => result === 'accepted');
}

/** The e-mail address comes first where one recipient is enough: a mail costs nothing. */
function recipientsOf({ email, mobile }: Account, all: boolean): Principal[] {
  const recipients: Principal[] = [];
  if (email) recipients.push({ kind: 'email', value: email });
  if (mobile) recipients.push({ kind: 'mobile', value: mobile });
  return all ? recipients : recipients.slice(0, 1);
}
