import { useEffect, useEffectEvent } from 'react';

/** Calls back once after `duration`; `undefined` stops the timer. A new `from` restarts it. */
export function useTimeout(duration: number | undefined, callback: () => void, from?: unknown) {
  const fire = useEffectEvent(callback);
  useEffect(() => {
    if (duration === undefined) return;
    const id = setTimeout(() => fire(), duration);
    return () => clearTimeout(id);
  }, [duration, from]);
}
