import type { RequestContext } from '../../http/requests/request-context.ts';
import type { Services } from '../../services.ts';
import { inSession } from '../../store/audit.ts';
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

/**
 * Ends all sessions of the account but this one, and what applications have of the account: also of this session, since a thief
 * may have copied its cookie. The copy ends too, because the session gets a new token. Returns the sessions that have ended, and
 * the context with that token.
 */
export async function signOutOthers(
  { stores: { oidcRecords, sessions }, afterCommit }: Pick<Services, 'stores' | 'afterCommit'>,
  { account, id }: { account: string; id: string },
  context: RequestContext,
) {
  const ended = await sessions.endOthers(account, id);
  await oidcRecords.endAll(account);
  const token = await sessions.renew(context.sessionToken ?? '');
  if (token !== undefined) afterCommit(() => context.setSession(token));
  return { ended, renewed: inSession(context, token) };
}
