import type { Stores } from '../../store/stores.ts';

/** Ends all sessions, pending sign-ins and trusted browsers of an account, and the access of applications to it. */
export async function signOutEverywhere(
  { accounts, sessions, pendingSignIns, trustedBrowsers, oidcRecords }: Stores,
  account: string,
) {
  // A sign-in that completes meanwhile waits, or has opened its session before the sessions are read.
  await accounts.lock(account);
  await sessions.endAll(account);
  await oidcRecords.endAll(account);
  await pendingSignIns.endAll(account);
  await trustedBrowsers.endAll(account);
}
