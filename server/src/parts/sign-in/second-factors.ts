import { type SecondFactor, secondFactors } from '@foyer/contract/second-factors';
import type { Account } from '../../store/accounts/accounts.ts';
import type { Config } from '../../config/config.ts';
import type { Messenger } from '../../providers/messaging/messenger.ts';
import type { Stores } from '../../store/stores.ts';

/** What decides which factors an account can give. */
export interface FactorDependencies {
  config: Config;
  messenger: Messenger;
  stores: Stores;
}

/**
 * The second factors available to an account after the `proven` ones, the last used one first. A backup code is always the
 * last: it is for a person who has nothing else at hand.
 */
export async function secondFactorsOf(
  { config, messenger, stores }: FactorDependencies,
  account: Account,
  proven: readonly string[],
): Promise<SecondFactor[]> {
  const { ouid, mobile, enrolledFactors, lastSecondFactor } = account;
  const { authenticators, backupCodes, passkeys } = stores;
  const codes = await backupCodes.summary(ouid);
  const enrolled = {
    passkey: enrolledFactors > 0 && config.passkeys !== undefined && (await passkeys.hasAny(ouid)),
    totp: enrolledFactors > 0 && (await authenticators.find(ouid)) !== undefined,
  };
  const has: Record<SecondFactor, boolean> = {
    ...enrolled,
    // Another code to the number that was the first factor proves nothing more: it is offered only where there is no other.
    sms:
      mobile !== null &&
      messenger.sms !== undefined &&
      !(proven.includes('sms') && Object.values(enrolled).includes(true)),
    backupCode: codes !== undefined && codes.left > 0,
  };
  return secondFactors
    .filter((factor) => has[factor] && (factor === 'sms' || !proven.includes(factor)))
    .sort((a, b) => Number(b === lastSecondFactor) - Number(a === lastSecondFactor));
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
