import type { SecondFactor } from '@foyer/contract/second-factors';
import type { Account } from '../../store/accounts/accounts.ts';
import { acrValues, authenticationOf } from '../oidc/account-claims.ts';
import { countedFactors, isNew, nameOf, oneOf, originOf, withSources } from './counted-factors.ts';
import { type FactorDependencies, secondFactorsOf } from './second-factors.ts';
import { areTwoFactors } from './two-factors.ts';

/** An undo may bring back the one that was replaced or removed. */
const contactFactors = ['sms', 'mail'];

/**
 * Records what a person has set, added or linked who has proven these factors. A contact in place of a new one is new too. One
 * that two different proofs have set is new in their sessions alone: no thief of one of them has set it, so that it is another
 * proof than they are. Called in the transaction of the change.
 */
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
  // One of the proven factors may be new itself.
  const counted = countedFactors(account, proven, now);
  const isByTwo = areTwoFactors(counted);
  const isContact = contactFactors.includes(factor);
  const before = account.newFactors[factor];
  const kept = isContact && isNew(account, factor, now) ? before!.by : [];
  const by = [...new Set([...(isByTwo ? [] : withSources(account, proven, now)), ...kept])];
  const isAnotherProof = isContact && counted.length > 1 && kept.length === 0;
  const until = new Date(now + (isAnotherProof ? 1 : config.secondFactor.newFor)).toISOString();
  const added = by.length > 0 ? { by, since: new Date(now).toISOString(), until } : undefined;
  // The sessions of the new factor that ends here go on as what has set it: it is not known as new any more. Those from before it
  // were opened with what the account had then.
  if (before) {
    const ended = new Date(before.until);
    const since = before.since ?? ended.getTime() - config.secondFactor.newFor;
    const opened = { from: new Date(since), until: ended };
    for (const session of await stores.sessions.relabel(ouid, nameOf(factor), originOf(before.by), opened)) {
      const { acr, amr } = authenticationOf(session);
      await stores.oidcRecords.lowerProof(ouid, session.sid, { acr, amr }, acrValues.oneFactor);
    }
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
  const found = await secondFactorsOf(services, account, factors);
  const each = await eachOf(services, account, found);
  const raising = each.filter((factor) => raises(account, factors, factor, createdAt.getTime()));
  return found.filter((factor) => raising.some((one) => nameOf(one) === factor));
}

/**
 * What a sign-in asks for after the proven factors. A thief of one of them may have added another, and would pass with it: so
 * one that says no more than they is not asked for beside an older one that does. What is new keeps no other from being
 * asked for, since it may be a thief's.
 */
export async function askedFactors(services: FactorDependencies, account: Account, proven: readonly string[]) {
  const now = services.clock.now();
  const found = await secondFactorsOf(services, account, proven);
  const each = await eachOf(services, account, found);
  const raising = each.filter((factor) => raises(account, proven, factor, now));
  const isOwners = raising.some((factor) => !isNew(account, factor, now));
  const asked = isOwners ? raising : each;
  return {
    factors: found.filter((factor) => asked.some((one) => nameOf(one) === factor)),
    /** The same with each passkey by its ID. */
    each: asked,
    /** Whether the sign-in ends with two factors, whichever of them is given. */
    makeTwo: asked.length > 0 && raising.length === asked.length,
    /** Whether one of them was not added by what may be a thief. */
    isOwners,
  };
}

const raises = (account: Account, proven: readonly string[], factor: string, at: number) =>
  areTwoFactors(countedFactors(account, [...proven, factor], at));

async function eachOf({ stores }: FactorDependencies, { ouid }: Account, factors: readonly SecondFactor[]) {
  const passkeys = factors.includes('passkey') ? await stores.passkeys.listByAccount(ouid) : [];
  return factors.flatMap((factor) =>
    factor === 'passkey' ? passkeys.map(({ id }) => oneOf(factor, id)) : [factor as string],
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
