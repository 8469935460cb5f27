import { qr } from '@foyer/contract/limits';
import type { ScanApp } from '@foyer/contract/pages/page-config';
import type { Machine, Running } from '../../platform/machine/machine.ts';
import type { Failure } from '../../platform/i18n/failure.ts';
import { untilVisible } from '../../platform/machine/until-visible.ts';
import type { Outcome } from '../outcome.ts';

/** What the page shows, and what it asks with. DingTalk's page answers by itself, so there is nothing to ask. */
export interface QrCode {
  kind: 'image' | 'content' | 'frame';
  url: string;
  loginId: string;
  question: Question | undefined;
}

export type Question =
  | { app: 'wechat'; sceneId: string; loginId: string }
  | { app: 'alipay'; loginId: string }
  | { app: ScanApp; preLoginId: string };

export type Why = Failure | 'notLoaded' | 'mainlandOnly' | 'denied';

/** What came of asking once. */
export type Answer =
  | { is: 'pending'; scanned: boolean }
  /** Unknown, foreign, used or expired: nobody is told which. */
  | { is: 'over' }
  | { is: 'missed' }
  | { is: 'stopped'; why: Why }
  | { is: 'ended'; outcome: Outcome };

interface Asking {
  until: number;
  /** When to ask the next time, or where there is nothing to ask, when to get a new code. */
  next: number;
  /** Answers that did not come, in a row. */
  missed: number;
}

/** The code that was there before: the service is told, so that whoever scans it finds it expired. */
interface Gone {
  replaces: string | undefined;
}

/** `instead` tells that the app was chosen for the person, because WeChat's code could not be had. */
type Shown = { app: ScanApp; code: QrCode; instead: boolean } & Asking;

export type QrState =
  /** Before the page is quiet, and while a dialog is open. */
  | { at: 'resting'; app: ScanApp }
  | ({ at: 'loading'; app: ScanApp; from: number; instead: boolean } & Gone)
  | ({ at: 'shown' | 'scanned' } & Shown)
  /** Back from DingTalk's page. `doubtful` once the service knows nothing of it. */
  | ({ at: 'returning'; app: 'dingtalk'; preLoginId: string; doubtful: boolean } & Asking)
  | ({ at: 'expired'; app: ScanApp } & Gone)
  | ({ at: 'failed'; app: ScanApp; why: Why } & Gone)
  /** On the way to the address that DingTalk's page gave. */
  | { at: 'leaving'; app: 'dingtalk'; address: string }
  | { at: 'ended'; app: ScanApp; outcome: Outcome };

export type QrEvent =
  | { is: 'start'; app: ScanApp; preLoginId?: string | undefined }
  | { is: 'choose'; app: ScanApp }
  | { is: 'refresh' | 'reload' | 'expire' | 'rest' | 'deny' }
  | { is: 'loaded'; code: QrCode }
  | { is: 'notLoaded'; why: Why }
  | { is: 'answered'; askedAt: number; answer: Answer }
  | { is: 'leave'; address: string };

export interface QrService {
  request(
    app: ScanApp,
    replaces: string | undefined,
    signal: AbortSignal,
  ): Promise<QrEvent & { is: 'loaded' | 'notLoaded' }>;
  ask(question: Question, signal: AbortSignal): Promise<Answer>;
}

export function qrLogin(offered: readonly ScanApp[], service: QrService): Machine<QrState, QrEvent> {
  return {
    start: { at: 'resting', app: offered[0]! },

    next(state, event) {
      switch (event.is) {
        case 'start': {
          const { app, preLoginId } = event;
          // Whoever was quicker has chosen already.
          if (state.at !== 'resting') return state;
          if (!preLoginId || !offered.includes('dingtalk')) return load(state, app);
          return { at: 'returning', app: 'dingtalk', preLoginId, doubtful: false, ...asking(Date.now()) };
        }
        case 'choose':
          return event.app === state.app && state.at !== 'resting' ? state : load(state, event.app);
        case 'refresh':
          if (state.at === 'loading') return state;
          return load(state, state.app, { delay: state.at === 'expired' ? 0 : qr.reloadDelay });
        case 'reload':
          return state.at === 'shown' ? load(state, state.app, { instead: state.instead }) : state;
        case 'expire':
          return { at: 'expired', app: state.app, replaces: lastCodeOf(state) };
        case 'rest':
          return state.at === 'ended' ? state : { at: 'resting', app: state.app };
        case 'loaded':
          return state.at === 'loading' ? shown(state, event.code) : state;
        case 'notLoaded':
          if (state.app === 'wechat' && offered.includes('dingtalk')) return load(state, 'dingtalk', { instead: true });
          return failed(state, event.why);
        case 'answered':
          return isAsking(state) ? answered(state, event.askedAt, event.answer) : state;
        case 'deny':
          return failed(state, 'denied');
        case 'leave':
          return { at: 'leaving', app: 'dingtalk', address: event.address };
      }
    },

    running(state) {
      switch (state.at) {
        case 'loading': {
          const { app, from, replaces } = state;
          const work = async (signal: AbortSignal) => {
            await untilVisible(from, signal);
            return service.request(app, replaces, signal);
          };
          return [{ key: `load ${app} ${from}`, work }];
        }
        case 'shown':
        case 'scanned':
          if (state.code.question) return askingWith(state.code.question, state, service);
          return [{ key: `reload ${state.next}`, work: (signal) => reloadAt(state.next, signal) }];
        case 'returning':
          return askingWith({ app: 'dingtalk', preLoginId: state.preLoginId }, state, service);
        case 'resting':
        case 'expired':
        case 'failed':
        case 'leaving':
        case 'ended':
          return [];
      }
    },
  };
}

const load = (state: QrState, app: ScanApp, { delay = 0, instead = false } = {}): QrState => ({
  at: 'loading',
  app,
  from: Date.now() + delay,
  instead,
  replaces: lastCodeOf(state),
});

const failed = (state: QrState, why: Why): QrState => ({
  at: 'failed',
  app: state.app,
  why,
  replaces: lastCodeOf(state),
});

function lastCodeOf(state: QrState) {
  if ('code' in state) return state.code.loginId;
  return 'replaces' in state ? state.replaces : undefined;
}

type AskingState = QrState & { at: 'shown' | 'scanned' | 'returning' };
const isAsking = (state: QrState): state is AskingState =>
  state.at === 'shown' || state.at === 'scanned' || state.at === 'returning';

function shown({ app, instead }: QrState & { at: 'loading' }, code: QrCode): QrState {
  const next = Date.now() + (code.question ? qr.pollInterval : qr.dingtalkReloadInterval);
  return { at: 'shown', app, instead, code, ...asking(next) };
}

const asking = (next: number): Asking => ({ until: Date.now() + qr.expiresAfter, next, missed: 0 });

function askingWith(question: Question, { until, next }: Asking, service: QrService): Running<QrEvent>[] {
  const ask = async (signal: AbortSignal): Promise<QrEvent> => {
    await untilVisible(next, signal);
    const askedAt = Date.now();
    return { is: 'answered', askedAt, answer: await service.ask(question, signal) };
  };
  return [
    { key: `expire ${until}`, after: until - Date.now(), send: { is: 'expire' } },
    { key: `ask ${next}`, work: ask },
  ];
}

/** DingTalk's code is renewed before it runs out, as long as someone looks. */
async function reloadAt(due: number, signal: AbortSignal): Promise<QrEvent> {
  await untilVisible(due, signal);
  return { is: 'reload' };
}

function answered(state: AskingState, askedAt: number, answer: Answer): QrState {
  const again = { ...state, next: askedAt + qr.pollInterval, missed: 0 };
  switch (answer.is) {
    case 'pending':
      return again.at === 'returning' ? again : { ...again, at: answer.scanned ? 'scanned' : 'shown' };
    case 'over':
      if (again.at === 'returning') return { ...again, doubtful: true };
      // Right after a miss it means that the answer which never came was the one to wait for.
      return state.missed > 0 ? { at: 'expired', app: state.app, replaces: lastCodeOf(state) } : again;
    case 'missed':
      if (state.missed >= qr.failedPollsTolerated) return failed(state, 'noAnswer');
      return { ...again, missed: state.missed + 1 };
    case 'stopped':
      return failed(state, answer.why);
    case 'ended':
      return { at: 'ended', app: state.app, outcome: answer.outcome };
  }
}
