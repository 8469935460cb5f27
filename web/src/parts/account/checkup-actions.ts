import { createContext, useContext, useEffect, useEffectEvent, useSyncExternalStore } from 'react';

/** The points of the security check-up that a panel of the page can mend. */
export type CheckupPoint = 'password' | 'mobile' | 'email' | 'passkey' | 'secondFactor' | 'backupCodes';

type Open = () => void;

/** What opens the mending of each point; a new map whenever a panel is added or removed. */
export function createCheckupActions() {
  let actions: ReadonlyMap<CheckupPoint, Open> = new Map();
  const listeners = new Set<() => void>();
  return {
    current: () => actions,
    set(point: CheckupPoint, open: Open | undefined) {
      const next = new Map(actions);
      if (open) next.set(point, open);
      else next.delete(point);
      actions = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export const CheckupActionsContext = createContext(createCheckupActions());

/**
 * A panel says that it mends a point: `open` is called when the person presses it in the check-up. Without `open` the panel
 * cannot mend it now.
 */
export function useCheckupAction(point: CheckupPoint, open: Open | undefined) {
  const actions = useContext(CheckupActionsContext);
  const canOpen = open !== undefined;
  const openNow = useEffectEvent(() => open?.());
  useEffect(() => {
    if (!canOpen) return;
    actions.set(point, () => openNow());
    return () => actions.set(point, undefined);
  }, [actions, point, canOpen]);
}

/** What can be mended on this page. */
export function useCheckupActions(): ReadonlyMap<CheckupPoint, Open> {
  const actions = useContext(CheckupActionsContext);
  return useSyncExternalStore(actions.subscribe, actions.current, actions.current);
}
