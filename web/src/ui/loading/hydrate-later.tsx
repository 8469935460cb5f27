import { type ReactNode, Suspense, useDeferredValue, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { hydratingParts } from '../../platform/lazy/hydrating-parts.ts';
import { replayClick } from '../../platform/lazy/replay-clicks.ts';

/**
 * A server-rendered part that hydrates with a chunk of its own. An update before that would remove its markup, so it
 * keeps its first children until it is hydrated, and nothing around it waits.
 */
export function HydrateLater({ children }: { children: ReactNode }) {
  const [isHydrated, setHydrated] = useState(false);
  const deferred = useDeferredValue(children);
  const shown = isHydrated ? children : deferred;
  useEffect(() => {
    if (isHydrated) return undefined;
    let end = () => {};
    const part = new Promise<void>((resolve) => (end = resolve));
    hydratingParts.add(part);
    return () => {
      hydratingParts.delete(part);
      end();
    };
  }, [isHydrated]);
  return useMemo(
    () => (
      <Suspense>
        {shown}
        <AfterHydration onHydrated={() => setHydrated(true)} />
      </Suspense>
    ),
    [shown],
  );
}

/** The last sibling hydrates after the others. */
function AfterHydration({ onHydrated }: { onHydrated(): void }) {
  const notify = useEffectEvent(onHydrated);
  useEffect(() => {
    notify();
    replayClick();
  }, []);
  return null;
}
