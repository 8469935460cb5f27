import type { Api } from '@foyer/contract/api-client';
import { getAgreement } from '@foyer/contract/flows/consent';
import { unknownMasked } from '@foyer/contract/rules/account-rules';
import type { Outcome, PendingOutcome } from '../flows/outcome.ts';

/** A step between the form and the redirect. `outcome` is the one that led to the step. */
export type Step =
  | { at: 'form' }
  | { at: 'identityCheck'; outcome: Outcome & { is: 'needsIdentityCheck' } }
  | { at: 'bindMobile'; outcome: Outcome & { is: 'needsMobile' } }
  /** `restored` after a reload: the countdown does not run again. */
  | { at: 'oneClick'; outcome: Outcome & { is: 'mobileAlreadyBound' }; restored?: true }
  | { at: 'bindAccount'; outcome: Outcome & { is: 'needsAccount' } }
  /** `url` is where the sign-in was going, for an answer that names no URL. */
  | { at: 'secondFactor'; mobile: string; preServiceId: string; url?: string | undefined; unverified?: string }
  | { at: 'consent'; outcome: PendingOutcome }
  | { at: 'setPassword'; serviceId: string; url?: string | undefined }
  | Exit;

/** A step that leaves the page. */
export type Exit =
  /** To the real-name verification, which then redirects to `url`. */
  | { at: 'realName'; accountId: string; url: string | undefined }
  | { at: 'registered' }
  | { at: 'redirect'; url: string | undefined };

/**
 * Asks whether the agreement is due when the answer to a sign-in does not say, which only another back end does. The
 * person is signed in by then: without a clear yes the sign-in continues, so that no person is locked out.
 */
export async function withAgreement(outcome: Outcome, api: Api): Promise<Outcome> {
  if (outcome.is !== 'signedIn' || outcome.loginDoubleCheck || outcome.needAgreement !== undefined) return outcome;
  const reply = await api(getAgreement, {});
  return { ...outcome, needAgreement: reply.is === 'done' && reply.data.needAgreement === true };
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
      return { at: 'consent', outcome };
    case 'registered':
      return { at: 'registered' };
    case 'signedIn': {
      const {
        loginDoubleCheck,
        mobile = unknownMasked,
        preServiceId = '',
        needAgreement,
        setPwdServiceId,
        url,
        unverified,
      } = outcome;
      if (loginDoubleCheck) return { at: 'secondFactor', mobile, preServiceId, url, ...(unverified && { unverified }) };
      if (needAgreement) return { at: 'consent', outcome };
      if (unverified) return { at: 'realName', accountId: unverified, url };
      return setPwdServiceId ? { at: 'setPassword', serviceId: setPwdServiceId, url } : { at: 'redirect', url };
    }
  }
}
