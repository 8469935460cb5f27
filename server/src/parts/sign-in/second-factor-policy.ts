import type { Config } from '../../config/config.ts';
import type { Account } from '../../store/accounts/accounts.ts';

export type SecondFactorPolicy =
  | { is: 'off' | 'optional' }
  /** `dueBy`, in milliseconds since the epoch: from then on each sign-in needs a second factor. */
  | { is: 'grace' | 'required'; dueBy: number };

/** What the operator demands of an account now. A new account has the whole grace period. */
export function secondFactorPolicy(
  { secondFactor: { policy, requiredFrom, grace } }: Pick<Config, 'secondFactor'>,
  { createdAt }: Pick<Account, 'createdAt'>,
  now: number,
): SecondFactorPolicy {
  if (policy !== 'required') return { is: policy };
  const from = Math.max(requiredFrom, createdAt.getTime());
  if (now < from) return { is: 'optional' };
  const dueBy = from + grace;
  return { is: now < dueBy ? 'grace' : 'required', dueBy };
}
