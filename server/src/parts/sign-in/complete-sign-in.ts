import type { SignInMethod } from '@foyer/contract/sign-in-methods';
import { mask } from '@foyer/contract/rules/account-rules';
import { wrongPasswords } from '@foyer/contract/limits';
import type { SignedIn } from '@foyer/contract/flows/sign-in';
import type { Services } from '../../services.ts';
import { maskIdNumber, maskName } from '../../platform/masking.ts';
import type { RequestContext } from '../../http/request-context.ts';
import type { KnownAccount } from '../../store/accounts.ts';
import { budgetStore } from '../../store/budgets.ts';
import { pendingSignInStore } from '../../store/pending-sign-ins.ts';
import { type Subject, identityStore } from '../../store/identities.ts';
import { knownBrowserStore } from '../../store/known-browsers.ts';
import { sessionStore } from '../../store/sessions.ts';
import { trustedBrowserStore } from '../../store/trusted-browsers.ts';
import { guessKeysOf, guessesKeptFor } from '../one-time-code/code-budgets.ts';

export interface ProvenSignIn {
  account: KnownAccount;
  way: SignInMethod;
  factors: readonly string[];
  /** Where to go, already gated. */
  target: string;
  /** The hash of the serviceId that was used up for it. */
  proof?: string;
  /** What is behind the person already. */
  passed?: 'secondFactor';
  /** Something about this sign-in asks for the second factor, even if the account does not. It needs a mobile number. */
  secondFactorAnyway?: boolean;
  /** Wrong passwords for this account since the last right one. */
  failuresBefore?: number;
}

/** Someone who is to be known by another identity from now on. */
export interface LinkingSignIn extends ProvenSignIn {
  /** Joined with the account before the session opens, and not before everything else is proven. */
  link: Subject | undefined;
}

type BoundElsewhere = { is: 'boundElsewhere' };
export type SignInResult =
  | { is: 'done'; data: SignedIn }
  | { is: 'accountDisabled' }
  | { is: 'needsIdentityCheck'; data: { name: string; desIdNo: string; serviceId: string; codeBy?: 'email' } };

/** A browser is trusted by what the person typed into it; a scan or a company's word says nothing about the browser. */
const waysThatTrust: readonly SignInMethod[] = ['password', 'code'];

/**
 * What follows when someone has proven who they are, whatever the way in: disabled, second factor, identity check,
 * agreement, session. Every way ends here, so that none of them can forget what stands between a proof and a session.
 */
export function createCompleteSignIn({ config, database, clock, random, notices }: Services) {
  const held = pendingSignInStore(database.sql, clock, random);
  const sessions = sessionStore(database.sql, clock, random, config.limits.session);
  const trusted = trustedBrowserStore(database.sql, clock, random);
  const known = knownBrowserStore(database.sql, clock);
  const budgets = budgetStore(database.sql, clock);
  const identities = identityStore(database.sql);

  async function completeSignIn(proven: LinkingSignIn, context: RequestContext): Promise<SignInResult | BoundElsewhere>;
  async function completeSignIn(proven: ProvenSignIn, context: RequestContext): Promise<SignInResult>;
  async function completeSignIn(
    proven: ProvenSignIn & Partial<LinkingSignIn>,
    context: RequestContext,
  ): Promise<SignInResult | BoundElsewhere> {
    const { account, way, target, proof, passed, link, secondFactorAnyway = false, failuresBefore = 0 } = proven;
    const factors = [...proven.factors];
    const { ouid } = account;
    if (account.disabledAt) return { is: 'accountDisabled' };

    const suspicious = failuresBefore >= wrongPasswords.notifyFrom;
    if (suspicious) notices.tell(account, 'signInAfterFailures', context);

    const browser = context.ensureBrowserId();
    const holding = { account: ouid, way, factors, browser, target, proof, link };
    const answered = { ouid, needAgreement: !account.agreed, newUser: false };

    if ((account.secondFactor || secondFactorAnyway) && passed !== 'secondFactor') {
      const skipped =
        waysThatTrust.includes(way) && (await trusted.trusts(ouid, { name: browser, token: context.trustToken }));
      if (!skipped) {
        const preServiceId = await held.hold({ ...holding, waitsFor: 'secondFactor' });
        const mobile = mask(account.mobile ?? '');
        return { is: 'done', data: { ...answered, loginDoubleCheck: true, mobile, preServiceId } };
      }
    }

    if (account.idNumber && !account.lastSignInAt && !account.identityCheckedAt) {
      const serviceId = await held.hold({ ...holding, waitsFor: 'identityCheck' });
      const name = maskName(account.name ?? '');
      const codeBy = account.mobile ? {} : ({ codeBy: 'email' } as const);
      const desIdNo = maskIdNumber(account.idNumber);
      return { is: 'needsIdentityCheck', data: { name, desIdNo, serviceId, ...codeBy } };
    }

    if (link && !(await join(account, link, context))) return { is: 'boundElsewhere' };

    const token = await sessions.open({
      account: ouid,
      state: account.agreed ? 'open' : 'awaitingConsent',
      way,
      factors,
      device: context.deviceLabel,
      address: context.maskedIp,
      language: context.language,
      proof,
      replacing: context.sessionToken,
    });
    context.setSession(token);
    // Another factor than a code: wrong codes in a row are somebody else's from now on.
    if (way !== 'code') await budgets.keepLately(guessKeysOf(account), guessesKeptFor);
    if ((await known.see(ouid, browser)) === 'new' && !suspicious) notices.tell(account, 'newDevice', context);
    return { is: 'done', data: { ...answered, loginDoubleCheck: false, ...(account.agreed && { url: target }) } };
  }

  /** False when the identity is somebody else's, or the account is somebody else to the same company. */
  async function join(account: KnownAccount, link: Subject, context: RequestContext): Promise<boolean> {
    const before = await identities.find([link]);
    const links = [{ ...link, id: random.token(16) }];
    if (!(await identities.link(account.ouid, links, new Date(clock.now())))) return false;
    // Someone new knows what they have just done.
    if (!before && account.lastSignInAt) notices.tell(account, 'companyLinked', context);
    return true;
  }

  return completeSignIn;
}
