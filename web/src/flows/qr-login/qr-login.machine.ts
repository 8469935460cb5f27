import type { DrawnApp } from '@foyer/contract/apps/app-calls';
import { type ScanApp, factsOf, scanApps } from '@foyer/contract/apps/scan-apps';
import { qr } from '@foyer/contract/limits';
import type { Machine, Running } from '../../platform/machine/machine.ts';
import type { Failure } from '../../platform/i18n/failure.ts';
import { untilVisible } from '../../platform/machine/until-visible.ts';
import type { Outcome } from '../outcome.ts';

export interface QrCode {
  /** How `url` is shown: `content` is drawn as a QR code, `image` is an image, `frame` is a page in a frame. */
  kind: 'image' | 'content' | 'frame';
  url: string;
  loginId: string;
  /** Undefined for an app whose page, in the frame, sends a message instead. */
  pollTarget: PollTarget | undefined;
}

/** Identifies the scan to poll for. */
export type PollTarget =
  | { app: DrawnApp; loginId: string; sceneId?: string }
  /** After the return from the app's own page. */
  | { app: ScanApp; preLoginId: string };

export type QrFailure = Failure | 'notLoaded' | 'mainlandOnly' | 'declined';

export type PollResult =
  /** `name`: masked, of the person who scanned, if the back end says so. */
  | { is: 'pending'; scanned: boolean; name?: string | undefined }
  /** Expired, used, unknown or of another browser: the service does not say which. */
  | { is: 'noSuchScan' }
  | { is: 'noResponse' }
  | { is: 'failed'; failure: QrFailure }
  | { is: 'finished'; outcome: Outcome };

interface Polling {
  expiresAt: number;
  /** When the next poll is due. Without a poll target: when the QR code is due to be reloaded. */
  nextAt: number;
  /** Polls without a response, in a row. */
  failedPolls: number;
}

/** The `loginId` of the previous QR code, if any. The service expires it when it makes the new one. */
interface Replacing {
  replaces: string | undefined;
}

/** `fallback`: the QR code of the chosen app could not be loaded, so this one's is shown. */
/** `early`: the document has asked for it, and no poll has found it yet. */
type Shown = { app: ScanApp; qrCode: QrCode; fallback: boolean; early?: boolean } & Polling;
type ShownState = ({ at: 'shown' } & Shown) | ({ at: 'scanned'; name?: string | undefined } & Shown);

export type QrState =
  /**
   * Before the texts are loaded, and while a dialog is open. `resumes` is what `resume` continues from; before the first
   * start it is `early`, the QR code that was asked for before the page was there.
   */
  | { at: 'paused'; app: ScanApp; resumes?: QrState; early?: ShownState }
  | ({ at: 'loading'; app: ScanApp; loadAt: number; fallback: boolean } & Replacing)
  | ShownState
  /** The browser has returned from the app's own page. `expired` once a poll says so. */
  | ({ at: 'returned'; app: ScanApp; preLoginId: string; expired: boolean } & Polling)
  | ({ at: 'expired'; app: ScanApp } & Replacing)
  | ({ at: 'failed'; app: ScanApp; failure: QrFailure } & Replacing)
  /** The page navigates to the URL that the app's page has confirmed. */
  | { at: 'redirecting'; app: ScanApp; url: string }
  | { at: 'finished'; app: ScanApp; outcome: Outcome };

export type QrEvent =
  /** Starts, or continues after a pause with what was shown or chosen: then `app` and `preLoginId` are ignored. */
  | { is: 'start'; app: ScanApp; preLoginId?: string | undefined }
  | ({ is: 'early' } & EarlyCode)
  | { is: 'choose'; app: ScanApp }
  | { is: 'refresh' | 'reload' | 'expire' | 'pause' | 'decline' }
  | { is: 'loaded'; qrCode: QrCode }
  | { is: 'notLoaded'; failure: QrFailure }
  | { is: 'polled'; polledAt: number; result: PollResult }
  | { is: 'redirect'; url: string };

/** The QR code that was asked for before the page was there. */
export interface EarlyCode {
  app: ScanApp;
  qrCode: QrCode;
  loadedAt: number;
}

export interface QrService {
  request(
    app: ScanApp,
    replaces: string | undefined,
    signal: AbortSignal,
  ): Promise<QrEvent & { is: 'loaded' | 'notLoaded' }>;
  poll(target: PollTarget, signal: AbortSignal): Promise<PollResult>;
}

export function qrLogin(apps: readonly ScanApp[], service: QrService): Machine<QrState, QrEvent> {
  return {
    start: { at: 'paused', app: apps[0]! },

    next(state, event) {
      switch (event.is) {
        case 'start': {
          const { app, preLoginId } = event;
          if (state.at !== 'paused') return state;
          // The person may have chosen an app during the pause.
          if (state.resumes) return resume(state.resumes);
          // Another app may have been chosen since.
          if (state.early?.app === event.app) return resume(state.early);
          const returned = preLoginId && appWithPage(apps, app);
          if (!returned) return load(state, app);
          return { at: 'returned', app: returned, preLoginId, expired: false, ...pollingFrom(Date.now()) };
        }
        case 'early': {
          const { app, qrCode, loadedAt } = event;
          if (state.at !== 'paused' || state.resumes) return state;
          return { at: 'paused', app, early: { ...shown({ app, fallback: false }, qrCode, loadedAt), early: true } };
        }
        case 'choose':
          if (hasEnded(state)) return state;
          if (event.app === state.app && (state.at !== 'paused' || state.resumes || state.early))
            return chosenByPerson(state);
          // The chosen QR code is loaded by `start`: once the texts are loaded, or when the dialog closes.
          if (state.at === 'paused') return { at: 'paused', app: event.app, resumes: load(state, event.app) };
          return load(state, event.app);
        case 'refresh':
          if (state.at === 'loading' || state.at === 'paused' || hasEnded(state)) return state;
          return load(state, requestedApp(state), {
            delay: state.at === 'expired' ? 0 : qr.refreshDelay,
          });
        case 'reload':
          return state.at === 'shown' ? load(state, state.app, { fallback: state.fallback }) : state;
        case 'expire':
          return isActive(state) ? expired(state) : state;
        case 'pause':
          if (state.at === 'paused' || hasEnded(state)) return state;
          return { at: 'paused', app: state.app, resumes: pollAtOnce(state) };
        case 'loaded':
          return state.at === 'loading' ? shown(state, event.qrCode) : state;
        case 'notLoaded': {
          if (state.at !== 'loading') return state;
          const { fallback } = factsOf[state.app];
          if (fallback && apps.includes(fallback)) return load(state, fallback, { fallback: true });
          // If neither can be loaded, the failure belongs to the first one, so that a refresh requests its QR code.
          return failed(state, event.failure, requestedApp(state));
        }
        case 'polled':
          return isActive(state) ? polled(state, event.polledAt, event.result) : state;
        // The app's page in the frame sends these two. A message of a QR code that is no longer shown is ignored.
        case 'decline':
          return isFrameShown(state) ? failed(state, 'declined') : state;
        case 'redirect':
          return isFrameShown(state) ? { at: 'redirecting', app: state.app, url: event.url } : state;
      }
    },

    running(state) {
      switch (state.at) {
        case 'loading': {
          const { app, loadAt, replaces } = state;
          const work = async (signal: AbortSignal) => {
            await untilVisible(loadAt, signal);
            // Rejects if a chunk that it needs does not load.
            return service
              .request(app, replaces, signal)
              .catch((): QrEvent => ({ is: 'notLoaded', failure: 'notLoaded' }));
          };
          return [{ key: `load ${app} ${loadAt}`, work, failed: { is: 'notLoaded', failure: 'unexpected' } }];
        }
        case 'shown':
        case 'scanned':
          if (state.qrCode.pollTarget) return pollUntilExpiry(state.qrCode.pollTarget, state, service);
          return [
            {
              key: `reload ${state.nextAt}`,
              work: (signal) => reloadAt(state.nextAt, signal),
              failed: { is: 'reload' },
            },
          ];
        case 'returned':
          return pollUntilExpiry({ app: state.app, preLoginId: state.preLoginId }, state, service);
        case 'paused':
        case 'expired':
        case 'failed':
        case 'redirecting':
        case 'finished':
          return [];
      }
    },
  };
}

const load = (state: QrState, app: ScanApp, { delay = 0, fallback = false } = {}): QrState => ({
  at: 'loading',
  app,
  loadAt: Date.now() + delay,
  fallback,
  replaces: previousLoginId(state),
});

const failed = (state: QrState, failure: QrFailure, app = state.app): QrState => ({
  at: 'failed',
  app,
  failure,
  replaces: previousLoginId(state),
});

const expired = (state: QrState): QrState => ({ at: 'expired', app: state.app, replaces: previousLoginId(state) });

/** The page goes on without a QR code: nothing loads another one. */
const hasEnded = (state: QrState) => state.at === 'finished' || state.at === 'redirecting';

const isFrameShown = (state: QrState) => state.at === 'shown' && factsOf[state.app].frame !== undefined;

const isFallback = (state: QrState) => 'fallback' in state && state.fallback;

/** The app that the person has chosen, where another one stands in for it. */
const requestedApp = (state: QrState) =>
  (isFallback(state) && scanApps.find((app) => factsOf[app].fallback === state.app)) || state.app;

/** The app from whose own page the browser has returned: the selected one, or the first that has such a page. */
const appWithPage = (apps: readonly ScanApp[], selected: ScanApp) =>
  [selected, ...apps].find((app) => apps.includes(app) && factsOf[app].frame);

/** The person has chosen the app that is selected already: it no longer stands in for another one. */
function chosenByPerson(state: QrState): QrState {
  if (state.at === 'paused' && state.resumes) return { ...state, resumes: chosenByPerson(state.resumes) };
  return 'fallback' in state && state.fallback ? { ...state, fallback: false } : state;
}

/**
 * After a pause the phone may have answered. The QR code in a frame is not polled and keeps its reload time.
 */
const pollAtOnce = (state: QrState): QrState =>
  !isActive(state) || ('qrCode' in state && !state.qrCode.pollTarget) ? state : { ...state, nextAt: Date.now() };

/** A QR code that can still be confirmed continues; otherwise a new one is loaded. */
const resume = (state: QrState): QrState =>
  isActive(state) && Date.now() < state.expiresAt ? state : load(state, state.app, { fallback: isFallback(state) });

function previousLoginId(state: QrState): string | undefined {
  if (state.at === 'paused') {
    const before = state.resumes ?? state.early;
    return before && previousLoginId(before);
  }
  if ('qrCode' in state) return state.qrCode.loginId;
  return 'replaces' in state ? state.replaces : undefined;
}

/** A state in which a scan can still be confirmed. */
type ActiveState = QrState & { at: 'shown' | 'scanned' | 'returned' };
const isActive = (state: QrState): state is ActiveState =>
  state.at === 'shown' || state.at === 'scanned' || state.at === 'returned';

function shown({ app, fallback }: Pick<Shown, 'app' | 'fallback'>, qrCode: QrCode, loadedAt = Date.now()): ShownState {
  const nextAt = loadedAt + (qrCode.pollTarget ? qr.pollInterval : lifetimeOf(app));
  return { at: 'shown', app, fallback, qrCode, ...pollingFrom(nextAt, loadedAt) };
}

/** How long a QR code of this app is shown. */
export const lifetimeOf = (app: ScanApp) => factsOf[app].frame?.reloadInterval ?? qr.expiresAfter;

export const minutesAndSeconds = (s: number) => `${Math.floor(s / 60)}:${String(s % 60).padStart(2, '0')}`;

const pollingFrom = (nextAt: number, loadedAt = nextAt): Polling => ({
  expiresAt: loadedAt + qr.expiresAfter,
  nextAt,
  failedPolls: 0,
});

function pollUntilExpiry(target: PollTarget, { expiresAt, nextAt }: Polling, service: QrService): Running<QrEvent>[] {
  const work = async (signal: AbortSignal): Promise<QrEvent> => {
    await untilVisible(nextAt, signal);
    const polledAt = Date.now();
    // After a sleep this timer may fire before that of the expiry, and without a `visibilitychange`.
    if (polledAt >= expiresAt) return { is: 'expire' };
    return { is: 'polled', polledAt, result: await service.poll(target, signal) };
  };
  return [
    { key: `expire ${expiresAt}`, after: expiresAt - Date.now(), send: { is: 'expire' } },
    {
      key: `poll ${nextAt}`,
      work,
      failed: { is: 'polled', polledAt: nextAt, result: { is: 'failed', failure: 'unexpected' } },
    },
  ];
}

/** The QR code in a frame is reloaded before it expires, but not while the page is hidden. */
async function reloadAt(due: number, signal: AbortSignal): Promise<QrEvent> {
  await untilVisible(due, signal);
  return { is: 'reload' };
}

function polled(state: ActiveState, polledAt: number, result: PollResult): QrState {
  const next = { ...state, nextAt: polledAt + qr.pollInterval, failedPolls: 0 };
  switch (result.is) {
    case 'pending':
      if (next.at === 'returned') return { ...next, expired: false };
      return result.scanned
        ? { ...next, at: 'scanned', name: result.name, early: false }
        : { ...next, at: 'shown', early: false };
    case 'noSuchScan':
      // Only a return from an app's page shows this; a QR code expires by the page's clock [QR-14].
      if (next.at === 'returned') return { ...next, expired: true };
      // Two tabs that open at once in a new browser each get a browser ID with their document, and the later one replaces
      // the one that this QR code belongs to.
      return next.early ? load(state, state.app) : next;
    case 'noResponse':
      if (state.failedPolls >= qr.failedPollsTolerated) return failed(state, 'noResponse');
      return { ...next, failedPolls: state.failedPolls + 1 };
    case 'failed':
      return failed(state, result.failure);
    case 'finished':
      return { at: 'finished', app: state.app, outcome: result.outcome };
  }
}
