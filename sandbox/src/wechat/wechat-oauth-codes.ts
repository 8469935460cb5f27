import { randomBytes } from 'node:crypto';
import { minutes } from '../clock/clock.ts';
import type { WechatPerson } from './wechat-account.ts';

const livesFor = minutes(5);

/** What a page inside the app is given for its owner, and what becomes of it: each is good for one question. */
export function createWechatOauthCodes(now: () => number) {
  const codes = new Map<string, { owner: WechatPerson; until: number; used: boolean }>();
  return {
    issue(owner: WechatPerson) {
      const code = `0${randomBytes(15).toString('hex')}`;
      codes.set(code, { owner, until: now() + livesFor, used: false });
      return code;
    },
    redeem(code: string): { is: 'owner'; openid: string } | { is: 'used' | 'unknown' } {
      const found = codes.get(code);
      if (!found || found.until <= now()) return { is: 'unknown' };
      if (found.used) return { is: 'used' };
      found.used = true;
      return { is: 'owner', openid: found.owner.openid };
    },
  };
}
