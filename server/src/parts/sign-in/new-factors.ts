import type { SecondFactor } from '@foyer/contract/second-factors';
import type { Clock } from '../../platform/clock.ts';
import type { Account } from '../../store/accounts/accounts.ts';
import { type FactorDependencies, secondFactorsOf } from './second-factors.ts';
import { areTwoFactors } from './two-factors.ts';

/** A passkey among the proven factors of a sign-in: an account may have several, of which some are new. */
export const passkeyFactor = (id: string) => `passkey:${id}`;

/**
 * What a factor counts as in a session that began at this time. One that was set or added by one factor alone counts as that
 * factor for 72 hours: a thief of the one could have added the other. The session in which it was added began earlier
 * than that, so it never counts there.
 */
export function countedAs({ newFactors }: Pick<Account, 'newFactors'>, factor: string, at: number): string {
  const counts = newFactors[factor];
  if (counts && at < Date.parse(counts.until)) return counts.as;
  return factor.startsWith(passkeyFactor('')) ? 'passkey' : factor;
}

/** What a session records of the factors that were proven. */
export const countedFactors = (account: Pick<Account, 'newFactors'>, proven: readonly string[], at: number) => [
  ...new Set(proven.map((factor) => countedAs(account, factor, at))),
];

/** Records what a person has set, added or linked who has proven these factors. Called in the transaction of the change. */
export async function recordNewFactor(
  { clock, config, stores }: FactorDependencies & { clock: Clock },
  account: string,
  factor: string,
  proven: readonly string[],
) {
  const [as = factor] = proven;
  const until = new Date(clock.now() + config.secondFactor.newFor).toISOString();
  await stores.accounts.setNewFactor(account, factor, areTwoFactors(proven) ? undefined : { as, until });
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
  const raises = (factor: string) => areTwoFactors([...new Set([...factors, countedAs(account, factor, at)])]);
  const passkeys = await services.stores.passkeys.listByAccount(account.ouid);
  const found = await secondFactorsOf(services, account, factors);
  return found.filter((factor) =>
    factor === 'passkey' ? passkeys.some(({ id }) => raises(passkeyFactor(id))) : raises(factor),
  );
}
