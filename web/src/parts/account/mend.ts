import { createContext, useContext, useEffect, useEffectEvent } from 'react';

/** The points of the security check-up that a panel of the page can mend. */
export type Mendable = 'password' | 'mobile' | 'email' | 'passkey' | 'secondFactor' | 'backupCodes';

export interface Mends {
  set(point: Mendable, open: (() => void) | undefined): void;
  /** Opens what mends the point. */
  open(point: Mendable): void;
}

export function createMends(): Mends {
  const mends = new Map<Mendable, () => void>();
  return {
    set: (point, open) => void (open ? mends.set(point, open) : mends.delete(point)),
    open: (point) => mends.get(point)?.(),
  };
}

export const MendsContext = createContext<Mends>(createMends());

/** A panel says that it mends a point: `open` is called when the person presses it in the check-up. */
export function useMend(point: Mendable, open: () => void) {
  const mends = useContext(MendsContext);
  const openNow = useEffectEvent(open);
  useEffect(() => {
    mends.set(point, () => openNow());
    return () => mends.set(point, undefined);
  }, [mends, point]);
}
