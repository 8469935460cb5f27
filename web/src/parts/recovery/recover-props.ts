import type { ReactNode } from 'react';

/** What the form of each proof gets. */
export interface RecoverProps {
  preServiceId: string;
  onBusy(busy: boolean): void;
  onAsked(takesPlaceAt: string): void;
  onCancel(): void;
  /** The buttons that lead to the other proofs. */
  others: ReactNode;
}
