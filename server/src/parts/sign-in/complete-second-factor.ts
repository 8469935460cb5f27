import type { ScanApp } from '@foyer/contract/pages/page-config';
import type { SecondFactor } from '@foyer/contract/second-factors';
import type { SignInMethod } from '@foyer/contract/sign-in-methods';
import type { RequestContext } from '../../http/requests/request-context.ts';
import { sha256 } from '../../platform/sha256.ts';
import { type Services, inTransaction } from '../../services.ts';
import type { AccountWithAgreement } from '../../store/accounts/accounts.ts';
import { inSession } from '../../store/audit.ts';
import { appOf } from '../../store/accounts/identities.ts';
import { type PendingSignIn, linkOf } from '../../store/sign-in/pending-sign-ins.ts';
import { type SignInResult, completeSignIn } from './complete-sign-in.ts';
import { stopRecovery } from '../recovery/recovery.ts';
import { recordSignIn } from './record-sign-in.ts';
import { resolveRedirect } from './resolve-redirect.ts';
import { countedFactors } from './counted-factors.ts';
import { askedFactors } from './new-factors.ts';
import { maySetUpSecondFactor } from './second-factors.ts';
import { areTwoFactors } from './two-factors.ts';

/** The pending sign-ins that a second factor completes: a sign-in, or a step-up, which adds a factor to the session. */
export const awaitingSecondFactor = ['secondFactor', 'stepUp'] as const;

export type SecondFactorResult =
  | { is: 'done'; data: { serviceId: string; url?: string; needAgreement: boolean } }
  | Exclude<SignInResult, { is: 'done' }>
  | { is: 'boundElsewhere'; data: { app: ScanApp } | null };

/** The result of a pending sign-in whose second factor was proven. */
export interface CompletedPending {
  result: SignInResult | { is: 'boundElsewhere' } | { is: 'done'; data: { url: string; needAgreement: boolean } };
  ouid: string;
  method: string;
  /** Whether the session counts as two factors. */
  isByTwo: boolean;
  /** Others use the computer. */
  isShared: boolean;
}

interface SecondFactorUse {
  factor: SecondFactor;
  /** Which one of them, where an account may have several. */
  proven?: string | undefined;
  /** The hash of the handle that was used. One handle opens one session. */
  usedHandleHash: string;
  /** The first response was lost: a new session replaces the one of that response. */
  isRetry: boolean;
  trustBrowser: boolean | undefined;
  redirectUrl: string | undefined;
}

/**
 * Opens the session of a pending sign-in, or adds the factor to the session that asked for a step-up, and trusts the browser
 * where the person asks for it. The caller has locked the row of the account, so that a sign-out everywhere ends all of it.
 */
export async function completePending(
  tx: Services,
  pending: PendingSignIn,
  account: AccountWithAgreement,
  use: SecondFactorUse,
  context: RequestContext,
): Promise<CompletedPending | undefined> {
  const { ouid } = account;
  context.setLoggedAccount(ouid);
  const completed = await openOrStepUp(tx, pending, account, use, context);
  // Trust is stored in a cookie, so a client without cookies cannot be trusted. It later stands for the second factor, so that
  // one factor alone does not earn it, nor is it given where the next person could use it.
  const canTrust =
    completed?.result.is === 'done' && completed.isByTwo && !completed.isShared && !context.withoutCookies;
  if (use.trustBrowser && canTrust) {
    const browser = { browserId: context.ensureBrowserId(), token: context.trustToken, device: context.deviceLabel };
    await tx.stores.audit.record({ account: ouid, type: 'browserTrusted' }, context);
    const token = await tx.stores.trustedBrowsers.trust(ouid, browser);
    tx.afterCommit(() => context.setTrustToken(token));
  }
  return completed;
}

/** Opens the session of a sign-in, or adds the factor to the session that asked for a step-up. */
async function openOrStepUp(
  tx: Services,
  pending: PendingSignIn,
  account: AccountWithAgreement,
  { factor, proven = factor, usedHandleHash, isRetry, redirectUrl }: SecondFactorUse,
  context: RequestContext,
): Promise<CompletedPending | undefined> {
  const { ouid } = account;
  const url = resolveRedirect(tx.config, context, redirectUrl, pending.redirectUrl);
  // A backup code works once, so the next sign-in does not ask for one first.
  if (factor !== 'backupCode') await tx.stores.accounts.rememberSecondFactor(ouid, factor);
  if (pending.awaiting === 'stepUp') {
    // Only the session that asked for the step-up gets the factor, so that a pending step-up is useless after a sign-out.
    const { sessions } = tx.stores;
    const stepUp = { account: ouid, usedHandleHash };
    const token = await (isRetry ? sessions.repeatStepUp(stepUp) : raise());
    const raised = await sessions.find(token);
    if (token === undefined || !raised) return undefined;
    // Since the first response a factor of the session may have been replaced.
    const isByTwo = areTwoFactors(raised.session.factors);
    tx.afterCommit(() => context.setSession(token));
    await stopRecovery(tx, account, context);
    await tx.stores.audit.record({ account: ouid, type: 'stepUp', factor }, inSession(context, token));
    const result = { is: 'done', data: { url, needAgreement: false } } as const;
    return { result, ouid, method: pending.method, isByTwo, isShared: raised.session.shared };

    async function raise() {
      const current = await sessions.find(context.sessionToken);
      if (!current) return undefined;
      const { session } = current;
      const factors = countedFactors(account, [...session.factors, proven], session.createdAt.getTime());
      return areTwoFactors(factors) ? sessions.stepUp(context.sessionToken ?? '', factors, stepUp) : undefined;
    }
  }
  // Two codes to the same number are one factor.
  const factors = [...new Set([...pending.factors, proven])];
  const signIn = {
    account,
    method: pending.method as SignInMethod,
    factors,
    redirectUrl: url,
    secondFactorProven: true,
    usedHandleHash,
    link: linkOf(pending),
  };
  const isByTwo = areTwoFactors(countedFactors(account, factors, tx.clock.now()));
  const result = await completeSignIn(tx, signIn, context);
  return { result, ouid, method: signIn.method, isByTwo, isShared: context.onSharedComputer };
}

/** Makes the response to a proven second factor, and writes the log line. */
export async function respondToSecondFactor(
  services: Services,
  { result, ouid, method }: CompletedPending,
  serviceId: string,
  context: RequestContext,
): Promise<SecondFactorResult> {
  const record = (response: SecondFactorResult) =>
    recordSignIn(services, context, response, {
      event: 'secondFactor',
      countAs: 'secondFactor',
      method,
      account: ouid,
    });
  if (result.is === 'boundElsewhere') {
    const app = appOf(method);
    return record({ is: 'boundElsewhere', data: app ? { app } : null });
  }
  if (result.is !== 'done') return record(result);
  const { url, needAgreement } = result.data;
  return record({ is: 'done', data: { serviceId, ...(url && { url }), needAgreement } });
}

/** The sign-in or step-up that waits for a second factor in this browser, and the factors that it asks for. */
export async function findPendingSecondFactor(
  services: Services,
  preServiceId: string,
  { browserId }: Pick<RequestContext, 'browserId'>,
) {
  const { stores } = services;
  const pending = await stores.pendingSignIns.find(sha256(preServiceId), awaitingSecondFactor, browserId);
  const account = pending && (await stores.accounts.findByOuid(pending.account));
  if (!account) return undefined;
  return { pending, account, ...(await askedFactors(services, account, pending.factors)) };
}

export interface SecondFactorProof {
  /** The handle of the pending sign-in. */
  preServiceId: string;
  factor: SecondFactor;
  /** Which one of them, where an account may have several. */
  proven?: string;
  /** The proof adds the factor to an account that has none. */
  isSetUp?: boolean;
  trustBrowser?: boolean | undefined;
  redirectUrl?: string | undefined;
  /** Uses the proof in the transaction. False when it is wrong or was used before; then nothing changes. */
  use(tx: Services, account: AccountWithAgreement): Promise<boolean>;
  /** Whether this proof was used within the last minute: then its response was lost and is given again. */
  wasUsed?(tx: Services, account: AccountWithAgreement): Promise<boolean>;
}

/**
 * Completes the pending sign-in or step-up of a handle with a factor that the account has. The proof and the pending
 * sign-in are used together: either both are, or neither.
 */
export async function completeSecondFactor(
  services: Services,
  proof: SecondFactorProof,
  context: RequestContext,
): Promise<SecondFactorResult | { is: 'notProven' } | { is: 'unknownServiceId' }> {
  const { preServiceId, factor, proven, isSetUp = false, trustBrowser, redirectUrl } = proof;
  const handleHash = sha256(preServiceId);
  const { browserId } = context;

  const finished = await inTransaction<CompletedPending | 'notProven' | 'unknown'>(services, async (tx, rollback) => {
    const { pendingSignIns, accounts } = tx.stores;
    const pending = await pendingSignIns.use(handleHash, awaitingSecondFactor, browserId);
    if (!pending) return (await repeat(tx)) ?? 'unknown';
    const account = await accounts.findByOuid(pending.account);
    if (!account) return 'unknown';
    const { each: asked } = await askedFactors(tx, account, pending.factors);
    // Another sign-in may have set one up since the code was compared: the thief of a factor must not replace it.
    const isAsked = isSetUp ? asked.length === 0 && maySetUpSecondFactor(account) : asked.includes(proven ?? factor);
    if (!isAsked || !(await proof.use(tx, account))) return rollback('notProven');
    // A factor that was set up in this sign-in is new.
    const changed = (await accounts.findByOuid(pending.account)) ?? account;
    return (await finish(tx, pending, changed, false)) ?? rollback('unknown');
  });
  if (finished === 'notProven') return { is: 'notProven' };
  if (finished === 'unknown') return { is: 'unknownServiceId' };
  return respondToSecondFactor(services, finished, preServiceId, context);

  function finish(tx: Services, pending: PendingSignIn, account: AccountWithAgreement, isRetry: boolean) {
    const use = { factor, proven, usedHandleHash: handleHash, isRetry, trustBrowser, redirectUrl };
    return completePending(tx, pending, account, use, context);
  }

  /** Gives the response again if the first one was lost. */
  async function repeat(tx: Services) {
    const { accounts, pendingSignIns, retries } = tx.stores;
    const used = await pendingSignIns.findUsed(handleHash, awaitingSecondFactor, browserId);
    if (used) await accounts.lockRow(used.account);
    const account = used && (await accounts.findByOuid(used.account));
    if (!account || !(await proof.wasUsed?.(tx, account))) return undefined;
    if (used.awaiting !== 'stepUp' && !(await retries.revokeCompleted(handleHash))) return undefined;
    return finish(tx, used, account, true);
  }
}
