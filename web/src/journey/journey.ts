import type { Outcome } from '../flows/outcome.ts';

/** Where a person stands on the way from anonymous to signed in. */
export type Step =
  | { at: 'entry' }
  | { at: 'identityCheck'; asked: Outcome & { is: 'needsIdentityCheck' } }
  | { at: 'bindMobile'; stranger: Outcome & { is: 'needsMobile' } }
  | { at: 'oneClick'; known: Outcome & { is: 'mobileAlreadyBound' }; found?: true }
  | { at: 'bindAccount'; asked: Outcome & { is: 'needsAccount' } }
  | { at: 'secondFactor'; mobile: string; preServiceId: string; unverified?: string }
  | { at: 'consent'; then: PendingOutcome }
  | { at: 'setPassword'; serviceId: string; url?: string | undefined }
  | Exit;

export type Exit =
  /** By way of proving who one is. */
  | { at: 'realName'; accountId: string; url: string | undefined }
  /** By way of the page that says so. */
  | { at: 'registered' }
  | { at: 'leaving'; url: string | undefined };

/** What consent can hold back: a way in that is done but for it. */
export type PendingOutcome = Outcome & { is: 'signedIn' | 'mustAgreeFirst' | 'alreadyRegistered' };

/** Which door a finished flow opens. */
export function after(outcome: Outcome): Step {
  switch (outcome.is) {
    case 'needsIdentityCheck':
      return { at: 'identityCheck', asked: outcome };
    case 'needsMobile':
      return { at: 'bindMobile', stranger: outcome };
    case 'mobileAlreadyBound':
      return { at: 'oneClick', known: outcome };
    case 'needsAccount':
      return { at: 'bindAccount', asked: outcome };
    case 'mustAgreeFirst':
    case 'alreadyRegistered':
      return { at: 'consent', then: outcome };
    case 'registered':
      return { at: 'registered' };
    case 'signedIn': {
      const { loginDoubleCheck, mobile = '', preServiceId, needAgreement, setPwdServiceId, url, unverified } = outcome;
      if (loginDoubleCheck && preServiceId)
        return { at: 'secondFactor', mobile, preServiceId, ...(unverified && { unverified }) };
      if (needAgreement) return { at: 'consent', then: outcome };
      if (unverified) return { at: 'realName', accountId: unverified, url };
      return setPwdServiceId ? { at: 'setPassword', serviceId: setPwdServiceId, url } : { at: 'leaving', url };
    }
  }
}
