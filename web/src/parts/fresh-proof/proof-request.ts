import type { ReactNode } from 'react';
import type { CallResult } from '@foyer/contract/call';
import type { unlinkIdentity } from '@foyer/contract/flows/session';

export type NeedsFreshProof = Extract<CallResult<typeof unlinkIdentity>, { is: 'needsFreshProof' }>;
/** What the service says about how this account can prove again. */
export type ProofRequest = NeedsFreshProof['data'];

/** What the form of each way gets. */
export interface ProofProps {
  request: ProofRequest;
  username: string;
  /** A proof gives the session a new token. Closing the dialog meanwhile could lose it, and with it the session. */
  onBusy(busy: boolean): void;
  onProven(): void;
  onCancel(): void;
  /** Below the buttons: the other ways. */
  others: ReactNode;
}
