import { readLocal, writeLocal } from './storage.ts';

/** The time of this browser's last sign-in, without the account. */
const key = 'foyer.signedInAt';

/** What this tab has written: its own sign-in is not one of another tab. */
let own: string | undefined;

export const notifyOtherTabs = () => writeLocal(key, (own = `${Date.now()}`));

export const readLastSignIn = () => readLocal(key);

/**
 * Calls back when another tab has signed in since `before` was read. A tab that was suspended checks when it becomes
 * visible.
 */
export function onSignInElsewhere(before: string | undefined, then: () => void): () => void {
  const check = () => {
    const last = readLocal(key);
    if (last !== before && last !== own) then();
  };
  check();
  addEventListener('storage', check);
  document.addEventListener('visibilitychange', check);
  return () => {
    removeEventListener('storage', check);
    document.removeEventListener('visibilitychange', check);
  };
}
