import { type SecondFactor, secondFactors } from '@foyer/contract/second-factors';
import type { Account } from '../../store/accounts/accounts.ts';
import type { Config } from '../../config/config.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Stores } from '../../store/stores.ts';
import { isNew, oneOf, withSources } from './counted-factors.ts';

/** Whether text messages and mails can be sent. */
export type CanSend = Record<'sms' | 'mail', unknown>;

/** What decides which factors an account can give. */
export interface FactorDependencies {
  clock: Clock;
  config: Config;
  messenger: CanSend;
  stores: Stores;
}

/**
 * The second factors available to an account after the `proven` ones, the last used one first. A backup code is always the
 * last: it is for a person who has nothing else at hand.
 */
export async function secondFactorsOf(
  { clock, config, messenger, stores }: FactorDependencies,
  account: Account,
  proven: readonly string[],
): Promise<SecondFactor[]> {
  const now = clock.now();
  const { ouid, mobile, enrolledFactors, lastSecondFactor } = account;
  const { authenticators, backupCodes, passkeys } = stores;
  const codes = await backupCodes.summary(ouid);
  const enrolled = {
    passkey: enrolledFactors > 0 && config.passkeys !== undefined && (await passkeys.hasAny(ouid)),
    totp: enrolledFactors > 0 && (await authenticators.find(ouid)) !== undefined,
  };
  const has: Record<SecondFactor, boolean> = {
    ...enrolled,
    sms: mobile !== null && messenger.sms !== undefined && !(await isNumberRepeated()),
    backupCode: codes !== undefined && codes.left > 0,
  };
  return secondFactors
    .filter((factor) => has[factor] && (factor === 'sms' || !proven.includes(factor)))
    .sort((a, b) => Number(b === lastSecondFactor) - Number(a === lastSecondFactor));

  /**
   * Another code to the number that was the first factor, or that has set it, proves nothing more: it is offered only where
   * there is no other. After a password that a code has set, a new app or passkey is none: it may be one of a thief of the
   * earlier password, who must not keep the owner out.
   */
  async function isNumberRepeated(): Promise<boolean> {
    if (proven.includes('sms')) return enrolled.totp || enrolled.passkey;
    if (!withSources(account, proven, now).includes('sms')) return false;
    if (enrolled.totp && !isNew(account, 'totp', now)) return true;
    const own = enrolled.passkey ? await passkeys.listByAccount(ouid) : [];
    return own.some(({ id }) => !isNew(account, oneOf('passkey', id), now));
  }
}

/**
 * Whether a person who is not signed in yet may set up a second factor. Not where the second factor is on: its factors may be
 * merely unavailable in the present configuration, and a password alone must not add another.
 */
export const maySetUpSecondFactor = ({ secondFactor }: Account) => !secondFactor;

/**
 * Whether a second factor remains when the authenticator app or one passkey is removed. Passkeys count only where they are
 * enabled.
 */
export const hasSpareSecondFactor = (
  { config, messenger }: Pick<FactorDependencies, 'config' | 'messenger'>,
  { mobile, enrolledFactors }: Account,
): boolean =>
  (mobile !== null && messenger.sms !== undefined) || (config.passkeys !== undefined && enrolledFactors > 1);
