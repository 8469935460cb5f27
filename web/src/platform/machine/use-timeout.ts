import { useEffect, useEffectEvent } from 'react';

/** Calls back once `duration` after it was given; `undefined` means not now. A new `from` starts it over. */
export function useTimeout(duration: number | undefined, callback: () => void, from?: unknown) {
  const fire = useEffectEvent(callback);
  useEffect(() => {
    if (duration === undefined) return;
    const id = setTimeout(() => fire(), duration);
    return () => clearTimeout(id);
  }, [duration, from]);
}
