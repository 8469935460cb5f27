import type { SignedIn } from '@foyer/contract/sign-in';

/** How a flow can end. The journey reads this and opens the next door. */
export type Outcome =
  | ({ is: 'signedIn' } & SignedIn)
  | { is: 'needsIdentityCheck'; name: string; desIdNo: string; serviceId: string };
