import { createContext, useContext } from 'react';
import type { Account } from '../../parts/account/current-account.ts';
import { useTranslate } from '../../platform/i18n/texts.ts';
import type { Action, ActionProblem } from './session.machine.ts';

interface CurrentSession {
  account: Account;
  /** An action is running: no other one can be started. */
  busy: boolean;
  problem: ActionProblem | undefined;
  act(action: Action): void;
}

export const SessionContext = createContext<CurrentSession | undefined>(undefined);

export function useSession(): CurrentSession {
  const current = useContext(SessionContext);
  if (!current) throw new Error('useSession is called outside <Session>');
  return current;
}

const problemTexts = {
  lastWay: 'home.identities.lastWay',
  notUndone: 'home.identities.notUndone',
  failed: 'common.network',
} as const;

/** Why the last action did nothing, if it was one of these. */
export function useActionProblem(...types: Action['type'][]): string | undefined {
  const t = useTranslate();
  const { problem } = useSession();
  return problem && types.includes(problem.type) ? t(problemTexts[problem.is]) : undefined;
}
