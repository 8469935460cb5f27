import { remove, save, load } from '../../platform/storage/persisted.ts';
import type { Proof } from '../../parts/prove-account/prove-account.machine.ts';

/** In its tab: it names an account. */
export const keepProof = ({ account, serviceId }: Proof) => save('proof', { account, serviceId });

export const dropProof = () => remove('proof');

/** The account that was proven before the page was loaded anew. */
export function keptProof(): Proof | undefined {
  const found = load('proof');
  if (typeof found !== 'object' || found === null) return undefined;
  const { account, serviceId }: Record<string, unknown> = { ...found };
  return typeof account === 'string' && typeof serviceId === 'string' ? { account, serviceId } : undefined;
}
