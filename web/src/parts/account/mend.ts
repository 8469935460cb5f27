import { createContext, useContext, useEffect, useEffectEvent, useSyncExternalStore } from 'react';

/** The points of the security check-up that a panel of the page can mend. */
export type Mendable = 'password' | 'mobile' | 'email' | 'passkey' | 'secondFactor' | 'backupCodes';

type Open = () => void;

/** What opens the mending of each point; a new map whenever a panel is added or removed. */
export function createMends() {
  let mends: ReadonlyMap<Mendable, Open> = new Map();
  const listeners = new Set<() => void>();
  return {
    current: () => mends,
    set(point: Mendable, open: Open | undefined) {
      const next = new Map(mends);
      if (open) next.set(point, open);
      else next.delete(point);
      mends = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export const MendsContext = createContext(createMends());

/**
 * A panel says that it mends a point: `open` is called when the person presses it in the check-up. Without `open` the panel
 * cannot mend it now.
 */
export function useMend(point: Mendable, open: Open | undefined) {
  const mends = useContext(MendsContext);
  const canOpen = open !== undefined;
  const openNow = useEffectEvent(() => open?.());
  useEffect(() => {
    if (!canOpen) return;
    mends.set(point, () => openNow());
    return () => mends.set(point, undefined);
  }, [mends, point, canOpen]);
}

/** What can be mended on this page. */
export function useMends(): ReadonlyMap<Mendable, Open> {
  const mends = useContext(MendsContext);
  return useSyncExternalStore(mends.subscribe, mends.current, mends.current);
}
