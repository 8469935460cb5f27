import { useEffect, useEffectEvent } from 'react';

/**
 * Sends the first code without a click. By a timer, because StrictMode mounts twice in development: only the mount that
 * stays may send.
 */
export function useFirstCode(code: { sendFirst(): void }) {
  const sendFirst = useEffectEvent(() => code.sendFirst());
  useEffect(() => {
    const id = setTimeout(() => sendFirst());
    return () => clearTimeout(id);
  }, []);
}
