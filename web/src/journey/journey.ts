import type { Outcome, PendingOutcome } from '../flows/outcome.ts';

/** A step between the form and the redirect. `outcome` is the one that led to the step. */
export type Step =
  | { at: 'form' }
  | { at: 'identityCheck'; outcome: Outcome & { is: 'needsIdentityCheck' } }
  | { at: 'bindMobile'; outcome: Outcome & { is: 'needsMobile' } }
  /** `restored` after a reload: the countdown does not run again. */
  | { at: 'oneClick'; outcome: Outcome & { is: 'mobileAlreadyBound' }; restored?: true }
  | { at: 'bindAccount'; outcome: Outcome & { is: 'needsAccount' } }
  | { at: 'secondFactor'; mobile: string; preServiceId: string; unverified?: string }
  | { at: 'consent'; outcome: PendingOutcome }
  | { at: 'setPassword'; serviceId: string; url?: string | undefined }
  | Exit;

/** A step that leaves the page. */
export type Exit =
  /** To the real-name verification, which then redirects to `url`. */
  | { at: 'realName'; accountId: string; url: string | undefined }
  | { at: 'registered' }
  | { at: 'redirect'; url: string | undefined };

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
      const { loginDoubleCheck, mobile = '', preServiceId, needAgreement, setPwdServiceId, url, unverified } = outcome;
      if (loginDoubleCheck && preServiceId)
        return { at: 'secondFactor', mobile, preServiceId, ...(unverified && { unverified }) };
      if (needAgreement) return { at: 'consent', outcome };
      if (unverified) return { at: 'realName', accountId: unverified, url };
      return setPwdServiceId ? { at: 'setPassword', serviceId: setPwdServiceId, url } : { at: 'redirect', url };
    }
  }
}
