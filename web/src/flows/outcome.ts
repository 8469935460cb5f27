import type { ScanApp } from '@foyer/contract/pages/page-config';
import type { SignedIn } from '@foyer/contract/flows/sign-in';

/** How a flow can end. The journey reads this and opens the next door. */
export type Outcome =
  /** `unverified` names the account of someone who must still prove who they are. */
  | ({ is: 'signedIn'; unverified?: string } & SignedIn)
  | { is: 'needsIdentityCheck'; name: string; desIdNo: string; serviceId: string; codeBy?: 'email' | undefined }
  /** Someone new has proven an account by code and must agree before it is made. */
  | { is: 'mustAgreeFirst'; principal: string; serviceId: string }
  /** Someone registering has proven an account that exists already: confirming signs in to it. */
  | { is: 'alreadyRegistered'; principal: string; serviceId: string }
  | { is: 'registered'; principal: string }
  /** Someone has scanned whose app is linked to no account yet. */
  | ({ is: 'needsMobile'; loginId?: string | undefined } & Stranger)
  /** The same, with a number that the app vouches for and that has an account. */
  | ({ is: 'mobileAlreadyBound' } & Stranger)
  /** A company's person whose identity belongs to no account yet; what the company told of them is masked. */
  | {
      is: 'needsAccount';
      accessCode: string;
      mobile: string | undefined;
      email: string | undefined;
      emailOnly: boolean;
    };

interface Stranger {
  app: ScanApp;
  /** Stands for who scanned; used once. */
  userInfoContextId: string;
  /** Masked. */
  principal?: string | undefined;
}
