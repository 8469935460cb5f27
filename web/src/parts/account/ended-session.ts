import { pageRoutes } from '@foyer/contract/pages/page-routes';
import { navigate } from '../../platform/navigation/navigate.ts';

/** Where a person signs in again and comes back to the account page. */
export const signInAgainUrl = `${pageRoutes.login}?redirectUrl=${pageRoutes.account}`;

/** A call has found that the session has ended, perhaps on another device. */
export const leaveEndedSession = () => navigate(signInAgainUrl);

let opened: BroadcastChannel | undefined;
/** One for the page: it does not hear what it says itself. Browsers of 2021 have none. */
const channel = () =>
  (opened ??= 'BroadcastChannel' in globalThis ? new BroadcastChannel('foyer.signedOut') : undefined);

/** Other tabs show the account as well. */
export const notifySignedOut = () => channel()?.postMessage(null);

/** Calls back when another tab has signed out. */
export function onSignedOutElsewhere(then: () => void): () => void {
  channel()?.addEventListener('message', then);
  return () => channel()?.removeEventListener('message', then);
}
