import type { AgreementUpdate } from '@foyer/contract/flows/agreement';
import type { ScanApp } from '@foyer/contract/pages/page-config';
import type { SignInResult } from '@foyer/contract/flows/sign-in';

/** How a flow ends. The journey decides the next step by it. */
export type Outcome =
  /**
   * `unverifiedAccount` is the ID of an account that must still verify its real name. `agreementUpdated`: what a person
   * is told who has agreed before.
   */
  | ({ is: 'signedIn'; unverifiedAccount?: string; agreementUpdated?: AgreementUpdate } & SignInResult)
  | { is: 'needsIdentityCheck'; name: string; desIdNo: string; serviceId: string; codeBy?: 'email' | undefined }
  /** The code of an account that does not exist yet was verified: the person must agree before it is created. */
  | { is: 'mustAgreeFirst'; principal: string; serviceId: string }
  /** The account to register exists already: agreeing signs in to it. */
  | { is: 'alreadyRegistered'; principal: string; serviceId: string }
  | { is: 'registered'; principal: string }
  /** The app identity that scanned is not linked to an account. */
  | ({ is: 'needsMobile'; loginId?: string | undefined } & UnlinkedIdentity)
  /** The same, and the app has given a mobile number that has an account. */
  | ({ is: 'mobileAlreadyBound' } & UnlinkedIdentity)
  /** The company identity is not linked to an account. `mobile` and `email` are masked. */
  | {
      is: 'needsAccount';
      accessCode: string;
      mobile?: string | undefined;
      email?: string | undefined;
      emailOnly: boolean;
      /** Its name for people. */
      company?: string | undefined;
    };

interface UnlinkedIdentity {
  app: ScanApp;
  /** The service's handle for the app identity; valid once. */
  userInfoContextId: string;
  /** The masked mobile number. */
  principal?: string | undefined;
}

/** An outcome that waits for agreement: agreeing completes it, declining discards it. */
export type PendingOutcome = Outcome & { is: 'signedIn' | 'mustAgreeFirst' | 'alreadyRegistered' };
