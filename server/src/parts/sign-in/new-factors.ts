import type { SecondFactor } from '@foyer/contract/second-factors';
import type { Account } from '../../store/accounts/accounts.ts';
import { countedFactors, isNew, nameOf, oneOf, originOf, withSources } from './counted-factors.ts';
import { type FactorDependencies, secondFactorsOf } from './second-factors.ts';
import { areTwoFactors } from './two-factors.ts';

/** Records what a person has set, added or linked who has proven these factors. Called in the transaction of the change. */
export async function recordNewFactor(
  { clock, config, stores }: Omit<FactorDependencies, 'messenger'>,
  ouid: string,
  factor: string,
  proven: readonly string[],
) {
  await stores.accounts.lockRow(ouid);
  const account = await stores.accounts.findByOuid(ouid);
  if (!account) return;
  const now = clock.now();
  const until = new Date(now + config.secondFactor.newFor).toISOString();
  // One of the proven factors may be new itself.
  const isByTwo = areTwoFactors(countedFactors(account, proven, now));
  const added = isByTwo ? undefined : { by: withSources(account, proven, now), until };
  const before = account.newFactors[factor];
  // The sessions of the new factor that ends here go on as what has set it: it is not known as new any more. Those from before it
  // were opened with what the account had then.
  if (before) {
    const ended = new Date(before.until);
    const opened = { from: new Date(ended.getTime() - config.secondFactor.newFor), until: ended };
    await stores.sessions.relabel(ouid, nameOf(factor), originOf(before.by), opened);
  }
  await stores.accounts.setNewFactor(ouid, factor, added);
}

interface Session {
  createdAt: Date;
  factors: string[];
}

/** The second factors of the account that would make the factors of this session two. */
export async function raisingFactors(
  services: FactorDependencies,
  account: Account,
  { createdAt, factors }: Session,
): Promise<SecondFactor[]> {
  const at = createdAt.getTime();
  const raises = (factor: string) => areTwoFactors(countedFactors(account, [...factors, factor], at));
  const passkeys = await services.stores.passkeys.listByAccount(account.ouid);
  const found = await secondFactorsOf(services, account, factors);
  return found.filter((factor) =>
    factor === 'passkey' ? passkeys.some(({ id }) => raises(oneOf('passkey', id))) : raises(factor),
  );
}

/**
 * Whether a sign-in goes on without these second factors: after a password that a code by e-mail has set, where all of them are
 * new and add nothing to it. A thief of the earlier password may have added them, and must not keep the owner out. Where a text
 * message is among them, it is the factor that the owner has.
 */
export async function addNothing(
  services: FactorDependencies,
  account: Account,
  proven: readonly string[],
  secondFactors: readonly SecondFactor[],
): Promise<boolean> {
  const now = services.clock.now();
  if (secondFactors.length === 0 || secondFactors.includes('sms')) return false;
  if (!proven.includes('password') || !isNew(account, 'password', now)) return false;
  return (await raisingFactors(services, account, { createdAt: new Date(now), factors: [...proven] })).length === 0;
}
