import {
  passwordQuota,
  listRecipients,
  otherBrowsers,
  recipientQuota,
  storedFactors,
  wrongCodeQuota,
  wrongFactorQuota,
} from '../../parts/one-time-code/code-quotas.ts';
import type { Account } from '../../store/accounts/accounts.ts';
import type { Quota } from '../../store/limits/quotas.ts';
import type { Stores } from '../../store/stores.ts';
import type { StoreEnvironment } from '../command.ts';

/** What keeps a person out, in words, and what ends it before its time. */
const limits = {
  disabled: ['disabled by an operator', 'people enable'],
  closing: ['only keeping the account is allowed', 'the person, who signs in and keeps it'],
  wrongPasswords: ['locked at one network or several after wrong passwords', 'people unlock'],
  wrongPasswordsFromAnywhere: ['new browsers need a code after many wrong passwords', 'people unlock'],
  wrongPasswordsOfBrowser: ['a known browser counts as a new one after wrong passwords', 'people unlock'],
  wrongPasswordsAsProof: ['no password is accepted in a session or for a recovery after wrong ones', 'people unlock'],
  wrongCodes: ['no code is accepted after wrong ones', 'people unlock'],
  wrongFactorCodes: ['no authenticator or backup code is accepted after wrong ones', 'people unlock'],
  codesSent: ['no more codes are sent after many', 'people unlock'],
  wrongIdNumbers: ['the ID number is not asked for after wrong ones', 'people unlock'],
} as const satisfies Record<string, readonly [what: string, endedBy: string]>;

type Limit = keyof typeof limits;

/** The stable shape of a limit in JSON; `until` is null where it does not end by itself. */
export interface CurrentLimit {
  limit: Limit;
  until: Date | null;
  endedBy: string;
}

/** What limits a person now, each until the last of its times. Limits of a client IP are not those of a person. */
export async function currentLimits(
  stores: Stores,
  { config, clock }: StoreEnvironment,
  account: Account,
): Promise<CurrentLimit[]> {
  const { ouid, disabledAt, closesAt } = account;
  const { passwordAttempts, idSuffixAttempts, quotas, knownBrowsers } = stores;
  const { codes } = config.limits;
  const browserIds = await knownBrowsers.listByAccount(ouid);
  const owners = [otherBrowsers, ...browserIds];
  const recipients = listRecipients(account);
  const names = recipients.map(({ value }) => value);
  const usedUp = async (all: readonly Quota[]) => [await quotas.usedUpUntil(all)];
  const ofRecipients = (quotaOf: typeof wrongCodeQuota) =>
    usedUp(recipients.flatMap((recipient) => owners.map((owner) => quotaOf(recipient, owner, codes))));
  const idWait = await idSuffixAttempts.blockedFor(ouid);

  const times: Record<Exclude<Limit, 'disabled'>, (Date | null | undefined)[]> = {
    closing: [closesAt],
    wrongPasswords: await passwordAttempts.lockedUntil(names, ouid),
    wrongPasswordsFromAnywhere: await passwordAttempts.codeNeededUntil(names),
    wrongPasswordsOfBrowser: await usedUp(browserIds.map((id) => passwordQuota(ouid, id, codes))),
    wrongPasswordsAsProof: await usedUp([passwordQuota(ouid, otherBrowsers, codes)]),
    wrongCodes: await ofRecipients(wrongCodeQuota),
    wrongFactorCodes: await usedUp(
      owners.flatMap((owner) => storedFactors.map((factor) => wrongFactorQuota(ouid, factor, owner, codes))),
    ),
    codesSent: await ofRecipients(recipientQuota),
    wrongIdNumbers: [idWait === undefined ? undefined : new Date(clock.now() + idWait)],
  };
  const timed = Object.entries(times).flatMap(([limit, all]) => {
    const last = Math.max(...all.map((until) => until?.getTime() ?? -Infinity));
    return Number.isFinite(last) ? [{ limit: limit as Limit, until: new Date(last) }] : [];
  });
  return [...(disabledAt ? [{ limit: 'disabled' as const, until: null }] : []), ...timed].map((one) => ({
    ...one,
    endedBy: limits[one.limit][1],
  }));
}

export const limitText = ({ limit, endedBy }: CurrentLimit, untilText: string) =>
  `${limits[limit][0]}${untilText && `, until ${untilText}`}  ended by ${endedBy}`;
