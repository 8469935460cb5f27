import { randomBytes } from 'node:crypto';
import { hours, minutes, seconds } from '../../clock/clock.ts';

const lifetime = hours(2);
/** In the last minutes of a token its successor is issued, and both are valid. */
const overlap = minutes(5);
const minForceInterval = seconds(30);

/** The stable access tokens of the official account. */
export function createWechatTokens(now: () => number) {
  const expiries = new Map<string, number>();
  let newest = '';
  let forcedAt = -Infinity;

  function renew() {
    newest = randomBytes(66).toString('base64url');
    expiries.set(newest, now() + lifetime);
  }

  return {
    issue(forceRefresh: boolean) {
      if (forceRefresh && now() - forcedAt >= minForceInterval) {
        forcedAt = now();
        expiries.clear();
      }
      if ((expiries.get(newest) ?? 0) - now() <= overlap) renew();
      return { access_token: newest, expires_in: Math.floor(((expiries.get(newest) ?? 0) - now()) / seconds(1)) };
    },
    status(token: string): 'valid' | 'expired' | 'unknown' {
      const expiresAt = expiries.get(token);
      if (expiresAt === undefined) return 'unknown';
      return now() < expiresAt ? 'valid' : 'expired';
    },
  };
}
