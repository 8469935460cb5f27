import { readBackupCode } from '@foyer/contract/rules/backup-code-rules';
import { seconds } from '@foyer/contract/time';
import { hashing } from '../../platform/passwords.ts';
import type { Services } from '../../services.ts';
import type { Account } from '../../store/accounts/accounts.ts';
import {
  type StoredFactor,
  accountQuotaOwner,
  wrongCodeWindow,
  wrongFactorQuota,
} from '../one-time-code/code-quotas.ts';
import { readTotp } from './authenticator.ts';

/** A code that is right. Whether it was used before is decided when it is used. */
interface RightProof {
  is: 'right';
  use(tx: Services): Promise<boolean>;
  wasUsed(tx: Services): Promise<boolean>;
  /** Uncounts the attempt, once the code was used. */
  succeed(): Promise<void>;
}

export type StoredFactorCheck =
  | RightProof
  | { is: 'wrongCode'; data: { attemptsLeft?: number } }
  | { is: 'tooManyRequests'; data: { retryAfter: number; wrongCodes: true } }
  | { is: 'busy'; data: { retryAfter: number } };

/**
 * Compares a code of the authenticator app, or a backup code. The attempt is counted before it is compared. Known browsers
 * of the account have a count of their own, so that others cannot use up the owner's attempts.
 */
export async function checkStoredFactor(
  services: Services,
  account: Account,
  factor: StoredFactor,
  typed: string,
  { browserId = '' }: { browserId: string | undefined },
): Promise<StoredFactorCheck> {
  const { config, stores } = services;
  const { ouid } = account;
  const owner = await accountQuotaOwner(stores, account, browserId);
  const quota = wrongFactorQuota(ouid, factor, owner, config.limits.codes);
  const attempt = await stores.quotas.consume([quota]);
  if (attempt.is === 'refused')
    return { is: 'tooManyRequests', data: { retryAfter: attempt.retryAfter, wrongCodes: true } };

  const compared = await (factor === 'totp' ? compareTotp() : compareBackupCode());
  if (compared === 'busy') {
    await attempt.refund();
    return { is: 'busy', data: { retryAfter: hashing.retryAfter / seconds(1) } };
  }
  if (compared)
    return {
      is: 'right',
      ...compared,
      succeed: () => attempt.refund(wrongCodeWindow),
    };
  const [used = 0] = await stores.quotas.used([quota.key], wrongCodeWindow);
  return { is: 'wrongCode', data: { attemptsLeft: Math.max(0, config.limits.codes.wrongPerHour - used) } };

  async function compareTotp() {
    const stored = await stores.authenticators.find(ouid);
    const right = stored && readTotp(services, ouid, stored.encryptedSecret, typed);
    if (!right) return undefined;
    return {
      use: (tx: Services) => tx.stores.authenticators.use(stored, right),
      wasUsed: (tx: Services) => tx.stores.authenticators.wasUsed(stored, right),
    };
  }

  async function compareBackupCode() {
    const salt = await stores.backupCodes.saltOf(ouid);
    if (salt === undefined) return undefined;
    const slot = services.passwords.reserveSlot();
    if (!slot) return 'busy';
    let codeHash: string;
    try {
      codeHash = await slot.hashWith(salt, readBackupCode(typed));
    } finally {
      slot.release();
    }
    if (!(await stores.backupCodes.has(ouid, codeHash))) return undefined;
    return {
      use: (tx: Services) => tx.stores.backupCodes.use(ouid, codeHash),
      wasUsed: (tx: Services) => tx.stores.backupCodes.wasUsed(ouid, codeHash),
    };
  }
}
