import type { Stores } from '../../store/stores.ts';

/** Ends all sessions, pending sign-ins and trusted browsers of an account, and the access of applications to it. */
export async function signOutEverywhere(
  { sessions, pendingSignIns, trustedBrowsers, oidcRecords }: Stores,
  account: string,
) {
  await sessions.endAll(account);
  await oidcRecords.endAll(account);
  await pendingSignIns.endAll(account);
  await trustedBrowsers.endAll(account);
}
