import type { Principal } from '@foyer/contract/rules/account-rules';
import { code as limits } from '@foyer/contract/limits';
import { days } from '@foyer/contract/time';
import { sha256 } from '../../platform/sha256.ts';
import type { Quota } from '../../store/limits/quotas.ts';
import type { Stores } from '../../store/stores.ts';
import { extraKey } from './code-quotas.ts';

/**
 * Extra codes: beyond the limits of its recipient a code is sent for the hardest puzzle, once a day to a browser and to a
 * network. So strangers who use the limits up do not keep the owner from a code in a browser that the owner has never used.
 */

/** No other token begins with it, because `.` is not in base64url. What is stored is the hash of the whole. */
const prefix = 'extra.';
export const extraCodeToken = (token: string) => `${prefix}${token}`;
export const isExtraCodeToken = (token: string | undefined) => token?.startsWith(prefix) ?? false;

const perDay = (max: number) => [{ max, window: days(1) }];

export const extraCodeQuotas = (
  recipient: Principal,
  { maskedIp, browserId }: { maskedIp: string; browserId: string },
): Quota[] => [
  { key: extraKey(recipient, sha256('network', maskedIp)), limits: perDay(1), name: 'extraCodesPerNetwork' },
  { key: extraKey(recipient, browserId), limits: perDay(1), name: 'extraCodesPerBrowser' },
  { key: extraKey(recipient), limits: perDay(limits.extraPerDay), name: 'extraCodesPerRecipient' },
];

/** Whether each quota has a use left. */
export async function hasExtraCodeLeft({ quotas }: Stores, wanted: readonly Quota[]): Promise<boolean> {
  const used = await quotas.used(
    wanted.map(({ key }) => key),
    days(1),
  );
  return wanted.every(({ limits: [limit] }, i) => (used[i] ?? 0) < (limit?.max ?? 0));
}

/** Such a browser counts wrong codes by itself, where others have used up the recipient's. */
export async function hasHadExtraCode({ quotas }: Stores, recipient: Principal, browserId: string): Promise<boolean> {
  const [used = 0] = await quotas.used([extraKey(recipient, browserId)], days(1));
  return used > 0;
}
