import { readLocal, writeLocal } from './storage.ts';

/** When someone last signed in with this browser; it tells nobody who. */
const key = 'foyer.signedInAt';

export const notifyOtherTabs = () => writeLocal(key, `${Date.now()}`);

/** Calls when another tab has signed in since. A tab that slept through it looks when it is seen again. */
export function onSignInElsewhere(then: () => void): () => void {
  const before = readLocal(key);
  const over = new AbortController();
  const look = () => {
    if (readLocal(key) !== before) then();
  };
  addEventListener('storage', look, { signal: over.signal });
  document.addEventListener('visibilitychange', look, { signal: over.signal });
  return () => over.abort();
}
