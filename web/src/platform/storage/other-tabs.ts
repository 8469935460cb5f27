import { readLocal, writeLocal } from './storage.ts';

/** The time of this browser's last sign-in, without the account. */
const key = 'foyer.signedInAt';

/** What this tab has written: its own sign-in is not one of another tab. */
let own: string | undefined;

export const notifyOtherTabs = () => writeLocal(key, (own = `${Date.now()}`));

/** Calls back when another tab has signed in. A tab that was suspended checks when it becomes visible. */
export function onSignInElsewhere(then: () => void): () => void {
  const before = readLocal(key);
  const done = new AbortController();
  const check = () => {
    const last = readLocal(key);
    if (last !== before && last !== own) then();
  };
  addEventListener('storage', check, { signal: done.signal });
  document.addEventListener('visibilitychange', check, { signal: done.signal });
  return () => done.abort();
}
