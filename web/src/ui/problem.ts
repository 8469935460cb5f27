import { useMemo, useState } from 'react';
import { inlineError } from '@foyer/contract/limits';
import { useTimeout } from '../platform/machine/use-timeout.ts';

/**
 * What is wrong with a field. A new object shows its text anew; one that `stays` waits for an edit to go. Without words
 * the field is marked all the same.
 */
export interface Problem {
  text: string;
  stays?: boolean;
}

/** The same `cause` keeps the same problem, so that its five seconds are not started over by a re-render. */
export function useProblem(cause: unknown, text: string | undefined, stays = false): Problem | undefined {
  return useMemo(
    () => (text === undefined ? undefined : { text, stays }),
    // oxlint-disable-next-line react/exhaustive-deps
    [cause, text, stays],
  );
}

/** Whether the text is to be seen now: for five seconds, and again when someone comes back to the field. */
export function useShownProblem(problem: Problem | undefined) {
  const [seen, setSeen] = useState({ problem, shown: true });
  const [resting, rest] = useState(false);
  if (seen.problem !== problem) setSeen({ problem, shown: true });

  const shown = Boolean(problem?.text) && seen.shown;
  const goes = shown && !resting && !problem?.stays;
  useTimeout(goes ? inlineError.shownFor : undefined, () => setSeen({ problem, shown: false }), seen);

  return {
    shown,
    rest,
    show: () => {
      if (problem && !seen.shown) setSeen({ problem, shown: true });
    },
  };
}
