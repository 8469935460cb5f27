import { readLocal, writeLocal } from './storage.ts';

/** The time of this browser's last sign-in, without the account. */
const key = 'foyer.signedInAt';

export const notifyOtherTabs = () => writeLocal(key, `${Date.now()}`);

/** Calls back when another tab has signed in. A tab that was suspended checks when it becomes visible. */
export function onSignInElsewhere(then: () => void): () => void {
  const before = readLocal(key);
  const done = new AbortController();
  const check = () => {
    if (readLocal(key) !== before) then();
  };
  addEventListener('storage', check, { signal: done.signal });
  document.addEventListener('visibilitychange', check, { signal: done.signal });
  return () => done.abort();
}
