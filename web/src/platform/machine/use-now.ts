import { useEffect, useState } from 'react';
import { seconds } from '@foyer/contract/time';

/** The time, looked at once a second until `until`: what is left is always told by the clock. */
export function useNow(until: number | undefined): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (until === undefined) return;
    const look = () => setNow(Date.now());
    look();
    const id = setInterval(look, seconds(1));
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(id);
      document.removeEventListener('visibilitychange', look);
    };
  }, [until]);
  return now;
}

export const secondsLeft = (until: number, now: number) => Math.max(0, Math.ceil((until - now) / seconds(1)));
