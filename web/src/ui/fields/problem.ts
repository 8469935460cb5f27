import { type ReactNode, createContext, useMemo, useState } from 'react';
import { inlineError } from '@foyer/contract/first-limits';
import { useTimeout } from '../../platform/machine/use-timeout.ts';

/** Renders what the page can add to the text of a problem, such as a link to a help article. */
export const ExplainContext = createContext<(text: string) => ReactNode>(() => null);

/**
 * What is wrong with a field. A new object shows its text again; one that `stays` is hidden only by an edit. An empty
 * text marks the field without showing anything.
 */
export interface Problem {
  text: string;
  stays?: boolean;
}

/** Keeps the problem's identity while `cause` is the same, so that a re-render does not restart its five seconds. */
export function useProblem(cause: unknown, text: string | undefined, stays = false): Problem | undefined {
  return useMemo(
    () => (text === undefined ? undefined : { text, stays }),
    // oxlint-disable-next-line react/exhaustive-deps
    [cause, text, stays],
  );
}

/** Whether the text is visible: for five seconds, and again when the person returns to the field. */
export function useShownProblem(problem: Problem | undefined) {
  const [seen, setSeen] = useState({ problem, shown: true });
  const [isPaused, setPaused] = useState(false);
  if (seen.problem !== problem) setSeen({ problem, shown: true });

  const shown = Boolean(problem?.text) && seen.shown;
  const expires = shown && !isPaused && !problem?.stays;
  useTimeout(expires ? inlineError.shownFor : undefined, () => setSeen({ problem, shown: false }), seen);

  return {
    shown,
    setPaused,
    show: () => {
      if (problem && !seen.shown) setSeen({ problem, shown: true });
    },
  };
}
