import type { SignInMethod } from '@foyer/contract/sign-in-methods';
import { mask } from '@foyer/contract/rules/account-rules';
import { wrongPasswords } from '@foyer/contract/limits';
import { keepAccountUrl } from '@foyer/contract/pages/page-routes';
import type { SignedIn } from '@foyer/contract/flows/sign-in';
import type { Services } from '../../services.ts';
import { maskIdNumber, maskName, nameIn } from '../../platform/masking.ts';
import type { RequestContext } from '../../http/requests/request-context.ts';
import type { Account, AccountWithAgreement } from '../../store/accounts/accounts.ts';
import type { CodeLookup } from '../../store/credentials/codes.ts';
import { type ExternalIdentity, appOf } from '../../store/accounts/identities.ts';
import {
  factorQuotaKeys,
  passwordQuotaKeys,
  recipientQuotaKeys,
  wrongCodeWindow,
} from '../one-time-code/code-quotas.ts';
import { type ClosedStep, identityCheckClosed } from '../one-time-code/code-recipients.ts';
import { stopRecovery } from '../recovery/recovery.ts';
import { mayRemember } from './remembered-accounts.ts';
import { countedFactors, linkedFactor } from './counted-factors.ts';
import { addNothing, askedFactors, recordNewFactor } from './new-factors.ts';
import { secondFactorPolicy } from './second-factor-policy.ts';
import { maySetUpSecondFactor } from './second-factors.ts';

/** A sign-in whose first factor is proven. */
export interface ProvenSignIn {
  account: AccountWithAgreement;
  method: SignInMethod;
  /** As they were proven. The session records what they count as. */
  factors: readonly string[];
  /** Already checked against the redirect allowlist. */
  redirectUrl: string;
  /** The hash of the one-time handle that was used for this sign-in, if any. */
  usedHandleHash?: string;
  secondFactorProven?: boolean;
  /** Asks for the second factor even if it is off for the account. The caller has checked that the account has one. */
  requireSecondFactor?: boolean;
  /** When the person has given these factors, if that was in another session: nothing counts as proven later than it was. */
  proven?: { createdAt: Date; provenAt: Date };
  /** Wrong passwords under this account name since the last right one, from any client IP. */
  failedAttempts?: number;
}

/** A sign-in that also links the identities of one person to the account, once everything else is proven. */
export interface LinkingSignIn extends ProvenSignIn {
  link: readonly ExternalIdentity[] | undefined;
  /** The sign-in has created the account, so there is no owner to warn. */
  isNewAccount?: boolean;
}

/** A sign-in whose verified code is not used yet: the statement that opens the session uses it, without a transaction. */
export interface UnusedCodeSignIn extends Omit<ProvenSignIn, 'failedAttempts'> {
  code: { lookup: CodeLookup; recipient: string };
}

type BoundElsewhere = { is: 'boundElsewhere' };
/**
 * The code is not used, because another step comes before the session, or because another request has used the code or
 * changed the account. The caller tries again in a transaction.
 */
type CodeNotUsed = { is: 'codeNotUsed' };
export type SignInResult =
  | { is: 'done'; data: SignedIn }
  | { is: 'accountDisabled' | 'secondFactorUnavailable' }
  | ClosedStep
  | { is: 'needsIdentityCheck'; data: { name: string; desIdNo: string; serviceId: string; codeBy?: 'email' } };

/**
 * Only after these methods does a trusted browser skip the second factor: a scan is confirmed on another device, and a
 * company decides for itself how its people authenticate.
 */
const trustedBrowserMethods: readonly SignInMethod[] = ['password', 'code'];

/**
 * Every sign-in ends here, whatever its method, so that no method can skip a step. In this order: disabled account, second
 * factor, identity check, linking an identity, session (which awaits agreement if the person has not agreed yet, and allows
 * nothing but cancelling the closure if the account is to be closed). Call it with the services of the
 * transaction that uses the proof, so that proof, linked identity and session are stored together or not at all, and cookies
 * and notices are sent only after the commit; only an `UnusedCodeSignIn` needs none.
 */
export async function completeSignIn(
  services: Services,
  signIn: UnusedCodeSignIn,
  context: RequestContext,
): Promise<SignInResult | CodeNotUsed>;
export async function completeSignIn(
  services: Services,
  signIn: LinkingSignIn,
  context: RequestContext,
): Promise<SignInResult | BoundElsewhere>;
export async function completeSignIn(
  services: Services,
  signIn: ProvenSignIn,
  context: RequestContext,
): Promise<SignInResult>;
export async function completeSignIn(
  services: Services,
  signIn: ProvenSignIn & Partial<LinkingSignIn> & Partial<UnusedCodeSignIn>,
  context: RequestContext,
): Promise<SignInResult | BoundElsewhere | CodeNotUsed> {
  const { stores, notices } = services;
  const { account, method, redirectUrl, usedHandleHash, code, link, proven, failedAttempts = 0 } = signIn;
  const { ouid } = account;
  if (account.disabledAt) return { is: 'accountDisabled' };

  const hadManyFailures = failedAttempts >= wrongPasswords.notifyFrom;
  // Also if a second factor stops this sign-in: a stranger may know the password now.
  if (hadManyFailures) notices.send(account, 'correctPasswordAfterFailures', context, { method });

  const browserId = context.ensureBrowserId();
  const factors = [...signIn.factors];
  const pending = { account: ouid, method, factors, browserId, redirectUrl, usedHandleHash, link };
  const result = { ouid, needAgreement: !account.agreed, newUser: false };

  const policy = secondFactorPolicy(services.config, account, services.clock.now());
  const isRequired = account.secondFactor || signIn.requireSecondFactor || policy.is === 'required';
  if (isRequired && !signIn.secondFactorProven && !(await isTrustedBrowser())) {
    if (code) return { is: 'codeNotUsed' };
    const { factors: secondFactors, makeTwo } = await askedFactors(services, account, factors);
    if (secondFactors.length === 0 && !maySetUpSecondFactor(account)) return { is: 'secondFactorUnavailable' };
    if (!(await addNothing(services, account, factors, secondFactors))) {
      const preServiceId = await stores.pendingSignIns.create({ ...pending, awaiting: 'secondFactor' });
      const mobile = account.mobile && secondFactors.includes('sms') ? { mobile: mask(account.mobile) } : {};
      const canTrustBrowser = makeTwo && !context.onSharedComputer;
      const asked = { preServiceId, secondFactors, canTrustBrowser };
      return { is: 'done', data: { ...result, loginDoubleCheck: true, ...mobile, ...asked } };
    }
  }

  if (account.idNumber && !account.lastSignInAt && !account.identityCheckedAt) {
    if (code) return { is: 'codeNotUsed' };
    const closedFor = await stores.idSuffixAttempts.blockedFor(ouid);
    if (closedFor !== undefined) return identityCheckClosed(closedFor);
    const serviceId = await stores.pendingSignIns.create({ ...pending, awaiting: 'identityCheck' });
    const name = maskName(nameIn(context.language, account) ?? '');
    const desIdNo = maskIdNumber(account.idNumber);
    const codeBy = account.mobile ? {} : ({ codeBy: 'email' } as const);
    return { is: 'needsIdentityCheck', data: { name, desIdNo, serviceId, ...codeBy } };
  }

  const counted = countedFactors(account, factors, services.clock.now());
  if (link && !(await linkIdentities(services, { ...signIn, link }, context))) return { is: 'boundElsewhere' };

  const opened = await stores.completedSignIns.add(
    {
      account: ouid,
      state: account.closesAt ? 'closing' : account.agreed ? 'open' : 'awaitingConsent',
      method,
      factors: counted,
      proven,
      language: context.language,
      browserId,
      shared: context.onSharedComputer,
      remember: account.agreed && mayRemember(services, context),
      usedHandleHash,
      code: code && { ...code, secondFactor: account.secondFactor },
      replaces: context.sessionToken,
      // The owner has signed in, so the wrong passwords and codes of other people are forgotten. The hourly limits stay.
      forget: {
        failuresOf: [account.mobile, account.email].filter((name) => name !== null),
        quotaKeys: [
          ...recipientQuotaKeys(account, [browserId]),
          ...factorQuotaKeys(ouid, [browserId]),
          ...passwordQuotaKeys(ouid, [browserId]),
        ],
        window: wrongCodeWindow,
      },
    },
    context,
  );
  if (!opened) return { is: 'codeNotUsed' };
  if (signIn.secondFactorProven) await stopRecovery(services, account, context);
  services.afterCommit(() => context.setSession(opened.token));
  if (opened.browser === 'new' && !hadManyFailures) notices.send(account, 'newDevice', context, { method });
  // Nothing else is asked before the person has decided to keep the account.
  if (account.closesAt) {
    const url = keepAccountUrl(redirectUrl);
    return { is: 'done', data: { ...result, needAgreement: false, loginDoubleCheck: false, url } };
  }
  const isReminded = policy.is === 'grace' && !account.secondFactor && !signIn.secondFactorProven;
  return {
    is: 'done',
    data: {
      ...result,
      loginDoubleCheck: false,
      ...(account.agreed && { url: redirectUrl }),
      ...(isReminded && { secondFactorDueBy: new Date(policy.dueBy).toISOString() }),
    },
  };

  async function isTrustedBrowser() {
    if (!trustedBrowserMethods.includes(method)) return false;
    return stores.trustedBrowsers.isTrusted(ouid, { browserId, token: context.trustToken });
  }
}

/** False when the identity is linked to another account, or the account to another identity of the same app or company. */
export async function linkIdentities(
  services: Services,
  {
    account,
    method,
    factors,
    link = [],
    isNewAccount = false,
  }: Pick<LinkingSignIn, 'method' | 'factors' | 'link' | 'isNewAccount'> & { account: Account },
  context: RequestContext,
): Promise<boolean> {
  const { stores, notices } = services;
  const { ouid } = account;
  const app = appOf(link[0]?.provider ?? '');
  const linkedBefore = await stores.identities.find(link);
  if (app) {
    await stores.accounts.lockRow(ouid);
    if (await stores.identities.hasOther(ouid, app, link)) return false;
  }
  if (!(await stores.identities.link(ouid, link))) return false;
  if (linkedBefore) return true;
  const provider = app ?? link[0]?.provider ?? '';
  await stores.audit.record({ account: ouid, type: 'identityLinked', method, details: { provider } }, context);
  // An account may be linked to several companies.
  if (!isNewAccount) await recordNewFactor(services, ouid, linkedFactor(provider), factors);
  if (app && !isNewAccount) notices.send(account, `${app}Linked`, context);
  // Before the first sign-in there is no earlier owner to warn.
  if (!app && account.lastSignInAt) notices.send(account, 'companyLinked', context);
  return true;
}
