import type { RememberedAccount } from '@foyer/contract/pages/remembered-account';
import type { ReactNode } from 'react';

/** A remembered account that the person has chosen to sign in to. */
export interface ChosenAccount extends Pick<RememberedAccount, 'handle' | 'kind'> {
  /** Shows it in place of the account field. */
  field: ReactNode;
}
