import type { Api } from '@foyer/contract/api-client';
import { getAgreement } from '@foyer/contract/flows/agreement';
import { isKeepAccountUrl } from '@foyer/contract/pages/page-routes';
import { unknownMasked } from '@foyer/contract/rules/account-rules';
import type { SecondFactor } from '@foyer/contract/second-factors';
import type { Outcome, PendingOutcome } from '../flows/outcome.ts';

/** A step between the form and the redirect. `outcome` is the one that led to the step. */
export type Step =
  | { at: 'form' }
  | { at: 'identityCheck'; outcome: Outcome & { is: 'needsIdentityCheck' } }
  | { at: 'bindMobile'; outcome: Outcome & { is: 'needsMobile' } }
  /** `restored` after a reload: the countdown does not run again. */
  | { at: 'oneClick'; outcome: Outcome & { is: 'mobileAlreadyBound' }; restored?: true }
  | { at: 'bindAccount'; outcome: Outcome & { is: 'needsAccount' } }
  /** `url` is the redirect URL of the sign-in, for a response to the second factor that has none. */
  | {
      at: 'secondFactor';
      mobile: string;
      preServiceId: string;
      /** Without it, the page asks for a code sent to the mobile number. */
      secondFactors?: readonly SecondFactor[] | undefined;
      canTrustBrowser?: boolean | undefined;
      unverifiedAccount?: string;
      url?: string | undefined;
    }
  | { at: 'agreement'; outcome: PendingOutcome }
  | { at: 'setPassword'; serviceId: string; url?: string | undefined }
  | { at: 'passkeyOffer'; url?: string | undefined }
  /** A second factor will be required from then on; the person is signed in. */
  | { at: 'secondFactorDue'; dueBy: string; url?: string | undefined }
  | Exit;

/** A step that is shown in the page. */
export type OpenStep = Exclude<Step, Exit | { at: 'form' }>;

/** A step that leaves the page. */
export type Exit =
  /** To the real-name verification, which then redirects to `url`. */
  | { at: 'realName'; accountId: string; url: string | undefined }
  | { at: 'registered' }
  /** To the account page, whatever redirect was requested: the person wants to set up a second factor first. */
  | { at: 'setUpFactor' }
  | { at: 'redirect'; url: string | undefined };

/**
 * Asks whether the agreement is due when the response to a sign-in does not say; our service always says. The person
 * is signed in by then: without a clear yes the sign-in continues, so that no person is locked out. Where it is due, asks
 * whether the person has agreed to an earlier version.
 */
export async function withAgreement(outcome: Outcome, api: Api): Promise<Outcome> {
  if (outcome.is !== 'signedIn' || outcome.loginDoubleCheck || outcome.needAgreement === false) return outcome;
  const reply = await api(getAgreement, {});
  const { needAgreement = false, updated } = reply.is === 'done' ? reply.data : {};
  return {
    ...outcome,
    needAgreement: outcome.needAgreement ?? needAgreement,
    ...(updated && { agreementUpdated: updated }),
  };
}

export function nextStep(outcome: Outcome): Step {
  switch (outcome.is) {
    case 'needsIdentityCheck':
      return { at: 'identityCheck', outcome };
    case 'needsMobile':
      return { at: 'bindMobile', outcome };
    case 'mobileAlreadyBound':
      return { at: 'oneClick', outcome };
    case 'needsAccount':
      return { at: 'bindAccount', outcome };
    case 'mustAgreeFirst':
    case 'alreadyRegistered':
      return { at: 'agreement', outcome };
    case 'registered':
      return { at: 'registered' };
    case 'signedIn': {
      const {
        loginDoubleCheck,
        mobile = unknownMasked,
        preServiceId = '',
        needAgreement,
        secondFactors,
        canTrustBrowser,
        secondFactorDueBy: dueBy,
        setPwdServiceId,
        url,
        unverifiedAccount,
      } = outcome;
      if (loginDoubleCheck) {
        const more = { ...(secondFactors && { secondFactors }), ...(unverifiedAccount && { unverifiedAccount }) };
        const trust = canTrustBrowser === undefined ? {} : { canTrustBrowser };
        return { at: 'secondFactor', mobile, preServiceId, url, ...more, ...trust };
      }
      if (isKeepAccountUrl(url)) return { at: 'redirect', url };
      if (needAgreement) return { at: 'agreement', outcome };
      if (unverifiedAccount) return { at: 'realName', accountId: unverifiedAccount, url };
      if (setPwdServiceId) return { at: 'setPassword', serviceId: setPwdServiceId, url };
      return dueBy ? { at: 'secondFactorDue', dueBy, url } : { at: 'redirect', url };
    }
  }
}
