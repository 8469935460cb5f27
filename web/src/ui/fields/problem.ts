import { type ReactNode, createContext, useMemo, useState } from 'react';
import { inlineError } from '@foyer/contract/first-limits';
import { useTimeout } from '../../platform/machine/use-timeout.ts';

/** Renders what the page can add to a refusal, such as a link to a help article; nothing for anything else. */
export const ExplainContext = createContext<(said: unknown) => ReactNode>(() => null);

/**
 * What is wrong with a field. A new object shows its text again. An empty text marks the field without showing anything.
 */
export interface Problem {
  text: string;
  /** What the text comes from, perhaps a refusal that can be explained. A persistent one is hidden only by an edit. */
  said?: { persistent?: boolean } | undefined;
}

/**
 * Keeps the problem's identity while `cause` is the same, so that a re-render does not restart its five seconds. `said` is
 * what the text comes from.
 */
export function useProblem(cause: unknown, text: string | undefined, said?: unknown): Problem | undefined {
  return useMemo(
    () => (text === undefined ? undefined : { text, said: said as Problem['said'] }),
    // oxlint-disable-next-line react/exhaustive-deps
    [cause, text],
  );
}

/** Whether the text is visible: for five seconds, and again when the person returns to the field. */
export function useShownProblem(problem: Problem | undefined) {
  const [seen, setSeen] = useState({ problem, shown: true });
  const [isPaused, setPaused] = useState(false);
  if (seen.problem !== problem) setSeen({ problem, shown: true });

  const shown = Boolean(problem?.text) && seen.shown;
  const expires = shown && !isPaused && !problem?.said?.persistent;
  useTimeout(expires ? inlineError.shownFor : undefined, () => setSeen({ problem, shown: false }), seen);

  return {
    shown,
    setPaused,
    show: () => {
      if (problem && !seen.shown) setSeen({ problem, shown: true });
    },
  };
}
