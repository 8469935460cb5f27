import { createContext, useContext } from 'react';
import type { Account } from '../../parts/account/current-account.ts';
import type { Action } from './session.machine.ts';

interface CurrentSession {
  account: Account;
  /** An action is running: no other one can be started. */
  busy: boolean;
  act(action: Action): void;
}

export const SessionContext = createContext<CurrentSession | undefined>(undefined);

export function useSession(): CurrentSession {
  const current = useContext(SessionContext);
  if (!current) throw new Error('useSession is called outside <Session>');
  return current;
}
