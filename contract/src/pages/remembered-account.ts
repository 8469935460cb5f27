import type { SignInMethod } from '../sign-in-methods.ts';

/** An account that has signed in with this browser before, as the sign-in page offers it. */
export interface RememberedAccount {
  /** Stands for the account in calls of this browser: `preServiceId`. */
  handle: string;
  /** The masked mobile number or e-mail address, and which of them it is. */
  account: string;
  kind: 'mobile' | 'email';
  /** The masked name. */
  name?: string;
  /** How the person signed in last. */
  method: Exclude<SignInMethod, 'register' | 'phone'>;
  /** The company domain, where the last sign-in was at a company. */
  company?: string;
}
