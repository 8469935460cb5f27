import { remove, save, load } from '../../platform/storage/persisted.ts';
import type { VerifiedAccount } from '../../parts/prove-account/prove-account.machine.ts';

const key = 'verifiedAccount';

/** Saved for its tab only: it names an account. */
export const saveVerifiedAccount = ({ account, serviceId }: VerifiedAccount) => save(key, { account, serviceId });

export const removeVerifiedAccount = () => remove(key);

/** The account that was verified before a reload. */
export function loadVerifiedAccount(): VerifiedAccount | undefined {
  const saved = load(key);
  if (typeof saved !== 'object' || saved === null) return undefined;
  const { account, serviceId }: Record<string, unknown> = { ...saved };
  return typeof account === 'string' && typeof serviceId === 'string' ? { account, serviceId } : undefined;
}
