import type { Outcome } from '../flows/outcome.ts';

/** Where a person stands on the way from anonymous to signed in. */
export type Place =
  | { at: 'entry' }
  | { at: 'identityCheck' }
  | { at: 'secondFactor' }
  | { at: 'consent'; then: Outcome }
  | { at: 'leaving'; url: string | undefined };

/** Which door a finished flow opens. */
export function after(outcome: Outcome): Place {
  switch (outcome.is) {
    case 'needsIdentityCheck':
      return { at: 'identityCheck' };
    case 'signedIn':
      if (outcome.loginDoubleCheck) return { at: 'secondFactor' };
      if (outcome.needAgreement) return { at: 'consent', then: outcome };
      return { at: 'leaving', url: outcome.url };
  }
}
