import { useEffect, useEffectEvent } from 'react';

/** Calls back when the network returns, while something waits for it. */
export function useOnline(waiting: boolean, onOnline: () => void) {
  const go = useEffectEvent(onOnline);
  useEffect(() => {
    if (!waiting) return;
    const listener = () => go();
    addEventListener('online', listener);
    return () => removeEventListener('online', listener);
  }, [waiting]);
}
