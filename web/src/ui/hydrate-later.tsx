import { type ReactNode, Suspense, useDeferredValue, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { replayClick } from '../platform/lazy/replay-clicks.ts';

/**
 * What is painted with the document and comes alive by a file of its own. Rendered anew before it is alive, it would go:
 * it stays as it is until it can follow, and nothing around it waits for that.
 */
export function HydrateLater({ children }: { children: ReactNode }) {
  const [alive, setAlive] = useState(false);
  const before = useDeferredValue(children);
  const shown = alive ? children : before;
  return useMemo(
    () => (
      <Suspense>
        {shown}
        <Alive onAlive={() => setAlive(true)} />
      </Suspense>
    ),
    [shown],
  );
}

/** Stands behind the others, and so comes alive after them. */
function Alive({ onAlive }: { onAlive(): void }) {
  const tell = useEffectEvent(onAlive);
  useEffect(() => {
    tell();
    replayClick();
  }, []);
  return null;
}
