import type { Stores } from '../../store/stores.ts';

/** Ends all sessions, pending sign-ins and trusted browsers of an account, and the access of applications to it. */
export async function signOutEverywhere(
  { accounts, sessions, pendingSignIns, trustedBrowsers, oidcRecords }: Stores,
  account: string,
) {
  // A sign-in that completes at the same time has either stored its session, which is ended here, or waits for this lock.
  await accounts.lockRow(account);
  await sessions.endAll(account);
  await oidcRecords.endAll(account);
  await pendingSignIns.endAll(account);
  await trustedBrowsers.endAll(account);
}

/** Ends all sessions of the account but this one, and what applications have of them. Returns the sessions. */
export async function signOutOthers(
  { oidcRecords, sessions }: Stores,
  { account, id, sid }: { account: string; id: string; sid: string },
) {
  const ended = await sessions.endOthers(account, id);
  await oidcRecords.endOfOtherSessions(account, sid);
  return ended;
}
