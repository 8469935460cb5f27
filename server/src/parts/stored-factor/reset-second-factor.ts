import type { Services } from '../../services.ts';
import { setBySupport } from '../sign-in/counted-factors.ts';

/** Removes what a person has lost, but for passkeys, which are a way in of their own. Called in a transaction. */
export async function resetSecondFactor(
  { stores, config, clock }: Pick<Services, 'stores' | 'config' | 'clock'>,
  ouid: string,
) {
  // First, because the database refuses a second factor without anything to prove it with.
  await stores.accounts.setSecondFactor(ouid, false);
  await stores.authenticators.remove(ouid);
  await stores.authenticators.endSetups(ouid);
  await stores.backupCodes.removeAll(ouid);
  await stores.trustedBrowsers.endAll(ouid);
  // A sign-in that waits for a factor which is gone starts again.
  await stores.pendingSignIns.endAll(ouid);
  // A session may have been proven by what is gone.
  await stores.sessions.forgetOtherProofs(ouid);
  // Who asked for it may be a thief of what is left, and must not change it at once.
  const until = new Date(clock.now() + config.secondFactor.newFor).toISOString();
  await stores.accounts.setNewFactor(ouid, setBySupport, { by: [setBySupport], until });
}
