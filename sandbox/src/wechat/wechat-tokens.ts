import { randomBytes } from 'node:crypto';
import { minutes, seconds } from '../clock/clock.ts';

const livesFor = seconds(7200);
/** In its last minutes a token has a successor, and both are taken. */
const overlap = minutes(5);
const forcedAtMostEvery = seconds(30);

/** The stable tokens of one account. */
export function createWechatTokens(now: () => number) {
  const until = new Map<string, number>();
  let newest = '';
  let forcedAt = -Infinity;

  function renew() {
    newest = randomBytes(66).toString('base64url');
    until.set(newest, now() + livesFor);
  }

  return {
    issue(forced: boolean) {
      if (forced && now() - forcedAt >= forcedAtMostEvery) {
        forcedAt = now();
        until.clear();
      }
      if ((until.get(newest) ?? 0) - now() <= overlap) renew();
      return { access_token: newest, expires_in: Math.floor(((until.get(newest) ?? 0) - now()) / seconds(1)) };
    },
    status(token: string): 'taken' | 'expired' | 'unknown' {
      const end = until.get(token);
      if (end === undefined) return 'unknown';
      return now() < end ? 'taken' : 'expired';
    },
  };
}

export type WechatTokens = ReturnType<typeof createWechatTokens>;
