import { useMemo } from 'react';
import type { Problem } from './field.tsx';

/** The same `cause` keeps the same problem, so that its five seconds are not started over by a re-render. */
export function useProblem(cause: unknown, text: string | undefined, stays = false): Problem | undefined {
  return useMemo(
    () => (text === undefined ? undefined : { text, stays }),
    // oxlint-disable-next-line react/exhaustive-deps
    [cause, text, stays],
  );
}
