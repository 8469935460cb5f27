import { remove, save, load } from '../../platform/storage/persisted.ts';
import type { Proof } from '../../parts/prove-account/prove-account.machine.ts';

/** Saved for its tab only: a proof names an account. */
export const saveProof = ({ account, serviceId }: Proof) => save('proof', { account, serviceId });

export const removeProof = () => remove('proof');

/** The proof from before a reload. */
export function loadProof(): Proof | undefined {
  const saved = load('proof');
  if (typeof saved !== 'object' || saved === null) return undefined;
  const { account, serviceId }: Record<string, unknown> = { ...saved };
  return typeof account === 'string' && typeof serviceId === 'string' ? { account, serviceId } : undefined;
}
