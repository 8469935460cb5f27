import type { Stores } from '../../store/stores.ts';

/** Ends all sessions, pending sign-ins and trusted browsers of an account. */
export async function signOutEverywhere({ sessions, pendingSignIns, trustedBrowsers }: Stores, account: string) {
  await sessions.endAll(account);
  await pendingSignIns.endAll(account);
  await trustedBrowsers.endAll(account);
}
