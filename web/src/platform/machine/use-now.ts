import { useLayoutEffect, useState } from 'react';
import { seconds } from '@foyer/contract/time';

/** The current time, updated once a second while `until` is set: a countdown follows the clock, not its timer. */
export function useNow(until: number | undefined): number {
  const [now, setNow] = useState(() => Date.now());
  // A layout effect: a countdown that starts late must not show the time that was left at an earlier moment.
  useLayoutEffect(() => {
    if (until === undefined) return;
    const update = () => setNow(Date.now());
    update();
    const id = setInterval(update, seconds(1));
    document.addEventListener('visibilitychange', update);
    return () => {
      clearInterval(id);
      document.removeEventListener('visibilitychange', update);
    };
  }, [until]);
  return now;
}

export const secondsLeft = (until: number, now: number) => Math.max(0, Math.ceil((until - now) / seconds(1)));
