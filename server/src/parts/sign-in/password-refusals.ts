import { seconds } from '@foyer/contract/time';
import type { AttemptResult } from '../../store/limits/password-attempts.ts';

type RetryLater = { retryAfter: number };
type PasswordRefusal =
  | { is: 'wrongCredentials'; data: { attemptsLeft: number } }
  | { is: 'waitBeforeRetry' | 'lockedOut' | 'tooManyRequests'; data: RetryLater };

export const wrongPassword = (attemptsLeft: number, lockFor: number): PasswordRefusal =>
  attemptsLeft > 0
    ? { is: 'wrongCredentials', data: { attemptsLeft } }
    : { is: 'lockedOut', data: { retryAfter: lockFor / seconds(1) } };

/** An attempt that is not allowed: the password is not compared. */
export function attemptRefusal(attempt: Exclude<AttemptResult, { is: 'allowed' }>): PasswordRefusal {
  const data = { retryAfter: Math.ceil(attempt.wait / seconds(1)) };
  switch (attempt.is) {
    case 'delayed':
      return { is: 'waitBeforeRetry', data };
    case 'locked':
    case 'tooManyFailures': // Not reached: a caller that sets `maxFailures` refuses it itself.
      return { is: 'lockedOut', data };
    case 'ipLimited':
      return { is: 'tooManyRequests', data };
  }
}
