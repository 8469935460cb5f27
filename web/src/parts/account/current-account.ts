import { createContext, useContext } from 'react';
import type { DataOf } from '@foyer/contract/call';
import type { getCurrentAccount } from '@foyer/contract/flows/session';

export type Account = DataOf<typeof getCurrentAccount>;

interface CurrentAccount {
  account: Account;
  /** The app or company that was unlinked a moment ago: its row offers to undo that, and no other row has it. */
  unlinked: string | undefined;
  /** Reads the account again after a change; what is shown stays until then. */
  reload(): void;
  /** Grows with each `reload`: a panel that reads more of the account than this reads it again. */
  reloads: number;
}

/** The account of the account page, for the flows that change it. */
export const CurrentAccountContext = createContext<CurrentAccount | undefined>(undefined);

export function useCurrentAccount(): CurrentAccount {
  const current = useContext(CurrentAccountContext);
  if (!current) throw new Error('useCurrentAccount is called outside the account page');
  return current;
}
