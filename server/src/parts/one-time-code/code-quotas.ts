import type { Principal } from '@foyer/contract/rules/account-rules';
import { resend } from '@foyer/contract/limits';
import { days, hours, minutes } from '@foyer/contract/time';
import type { Limits } from '../../config/config.ts';
import { sha256 } from '../../platform/sha256.ts';
import type { Quota } from '../../store/limits/quotas.ts';
import type { BizType } from '@foyer/contract/flows/send-code';
import type { Stores } from '../../store/stores.ts';

/** Wrong codes in a row are counted together for this long, unless a sign-in of the owner ends the row before. */
export const wrongCodes = { countedFor: days(3) } as const;

/** Wrong codes and sent codes of the last hour keep counting even after a right code or a sign-in. */
export const wrongCodeWindow = hours(1);

/**
 * Each known browser of a recipient's account has its own quotas; all other browsers share one. Other people can use up
 * only the shared one, so they cannot keep the owner of the recipient from signing in.
 */
export const quotaOwner = async ({ knownBrowsers }: Stores, recipient: Principal, browserId: string) =>
  (await knownBrowsers.isKnown(recipient, browserId)) ? browserId : otherBrowsers;
export const otherBrowsers = '';

/** The same for what is compared for an account, whatever its contact. */
export const accountQuotaOwner = (stores: Stores, { mobile, email }: Recipients, browserId: string) =>
  quotaOwner(stores, listRecipients({ mobile, email })[0] ?? { kind: 'email', value: '' }, browserId);

/** Wrong codes for one recipient: within an hour, over all of its codes, and in a row since the last right one. */
export const wrongCodeQuota = (recipient: Principal, owner: string, limits: Limits['codes']): Quota => ({
  name: 'wrongCodes',
  key: wrongCodeKey(recipient, owner),
  limits: wrongCodeLimits(limits),
});

const wrongCodeLimits = (limits: Limits['codes']) => [
  { max: limits.wrongPerHour, window: wrongCodeWindow },
  { max: limits.maxWrongInARow, window: wrongCodes.countedFor },
];

/** The same for the codes of an authenticator app, and for backup codes. */
export const wrongFactorQuota = (
  account: string,
  factor: StoredFactor,
  owner: string,
  limits: Limits['codes'],
): Quota => ({
  name: 'wrongFactorCodes',
  key: wrongFactorKey(account, factor, owner),
  limits: wrongCodeLimits(limits),
});

export const storedFactors = ['totp', 'backupCode'] as const;
export type StoredFactor = (typeof storedFactors)[number];

const wrongFactorKey = (account: string, factor: StoredFactor, owner: string) =>
  sha256('guesses', factor, account, owner);

export const factorQuotaKeys = (account: string, knownBrowserIds: readonly string[]): string[] =>
  [otherBrowsers, ...knownBrowserIds].flatMap((owner) =>
    storedFactors.map((factor) => wrongFactorKey(account, factor, owner)),
  );

/**
 * Passwords for an account in one of its known browsers. With more than these the browser counts as any other: a thief of
 * its cookies may guess from many client IPs. For all other browsers together: those
 * that are to prove a recovery, and those of a fresh proof in whatever browser.
 */
export const passwordQuota = (account: string, owner: string, limits: Limits['codes']): Quota => ({
  name: 'knownBrowserPasswords',
  key: passwordKey(account, owner),
  limits: wrongCodeLimits(limits),
});

export const passwordQuotaKeys = (account: string, knownBrowserIds: readonly string[]): string[] =>
  [otherBrowsers, ...knownBrowserIds].map((owner) => passwordKey(account, owner));

const passwordKey = (account: string, owner: string) => sha256('passwords', account, owner);

const wrongCodeKey = ({ kind, value }: Principal, owner: string) => sha256('guesses', kind, value, owner);

const sentKey = ({ kind, value }: Principal, owner: string) => sha256('codesTo', kind, value, owner);

/** Extra codes to one recipient: of one source, or without one of all. */
export const extraKey = ({ kind, value }: Principal, source = '') => sha256('extraCodesTo', kind, value, source);

interface Recipients {
  mobile: string | null;
  email: string | null;
}

/** The limits of an account's recipients, in these known browsers and in all others, that outlast an hour. */
export const recipientQuotaKeys = (recipients: Recipients, knownBrowserIds: readonly string[]): string[] =>
  [otherBrowsers, ...knownBrowserIds].flatMap((owner) =>
    listRecipients(recipients).flatMap((recipient) => [
      wrongCodeKey(recipient, owner),
      sentKey(recipient, owner),
      extraKey(recipient, owner),
    ]),
  );

/** Those, and the pause between two codes. */
export const allRecipientQuotaKeys = (recipients: Recipients, knownBrowserIds: readonly string[]): string[] => [
  ...recipientQuotaKeys(recipients, knownBrowserIds),
  ...[otherBrowsers, ...knownBrowserIds].flatMap((owner) =>
    listRecipients(recipients).flatMap((recipient) =>
      [false, true].map((isSecondFactor) => pauseKey(recipient, owner, isSecondFactor)),
    ),
  ),
];

export const listRecipients = ({ mobile, email }: Recipients): Principal[] => [
  ...(mobile ? [{ kind: 'mobile', value: mobile } as const] : []),
  ...(email ? [{ kind: 'email', value: email } as const] : []),
];

const pauseKey = ({ kind, value }: Principal, owner: string, isSecondFactor: boolean) =>
  sha256(isSecondFactor ? 'secondCodeTo' : 'codeTo', kind, value, owner);

interface Sender {
  clientIp: string;
  maskedIp: string;
  browserId: string;
}

/** The codes that one recipient gets. */
export const recipientQuota = (recipient: Principal, owner: string, limits: Limits['codes']): Quota => ({
  name: 'codesPerRecipient',
  key: sentKey(recipient, owner),
  limits: [
    { max: limits.perHour, window: hours(1) },
    { max: limits.perDay, window: days(1) },
  ],
});

/** The quotas that one more code consumes. */
export function sendQuotas(
  { kind, value }: Principal,
  owner: string,
  bizType: BizType,
  { clientIp, maskedIp, browserId }: Sender,
  limits: Limits['codes'],
) {
  // The second factor has its own pause: after a sign-in by code, the first code has just been sent.
  const isSecondFactor = bizType === 'LOGIN_DOUBLE_CHECK';
  return {
    pause: {
      name: 'codePause',
      key: pauseKey({ kind, value }, owner, isSecondFactor),
      limits: [{ max: 1, window: isSecondFactor ? resend.afterSecondFactor : resend.afterCode }],
    },
    recipient: recipientQuota({ kind, value }, owner, limits),
    ip: ipQuota(clientIp, limits),
    network: {
      name: 'codesPerNetwork',
      key: sha256('codesFromNetwork', maskedIp),
      limits: [{ max: limits.perNetwork, window: hours(1) }],
    },
    browser: browserQuota(browserId, limits),
    total: { name: 'codesPerMinute', key: sha256('codes'), limits: [{ max: limits.perMinute, window: minutes(1) }] },
  } satisfies Record<string, Quota>;
}

/** Never refuses a code, because many browsers share a fingerprint: a used-up quota only makes the puzzle harder. */
export const fingerprintQuota = (fingerprintHash: string, limits: Limits['codes']): Quota => ({
  key: sha256('codesFromLooks', fingerprintHash),
  limits: [{ max: limits.perFingerprint, window: hours(1) }],
});

export const ipQuota = (clientIp: string, limits: Limits['codes']): Quota => ({
  name: 'codesPerIp',
  key: sha256('codesFrom', clientIp),
  limits: [{ max: limits.perIp, window: hours(1) }],
});

export const browserQuota = (browserId: string, limits: Limits['codes']): Quota => ({
  name: 'codesPerBrowser',
  key: sha256('codesFromBrowser', browserId),
  limits: [{ max: limits.perBrowser, window: hours(1) }],
});
