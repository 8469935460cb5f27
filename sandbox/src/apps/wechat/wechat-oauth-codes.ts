import { randomBytes } from 'node:crypto';
import { minutes } from '../../clock/clock.ts';
import type { WechatPerson } from './wechat-account.ts';

const lifetime = minutes(5);

/** The one-time authorization codes for pages inside WeChat. */
export function createWechatOauthCodes(now: () => number) {
  const codes = new Map<string, { owner: WechatPerson; expiresAt: number; used: boolean }>();
  return {
    issue(owner: WechatPerson) {
      const code = `0${randomBytes(15).toString('hex')}`;
      codes.set(code, { owner, expiresAt: now() + lifetime, used: false });
      return code;
    },
    redeem(code: string): { is: 'owner'; openid: string } | { is: 'used' | 'unknown' } {
      const grant = codes.get(code);
      if (!grant || grant.expiresAt <= now()) return { is: 'unknown' };
      if (grant.used) return { is: 'used' };
      grant.used = true;
      return { is: 'owner', openid: grant.owner.openid };
    },
  };
}
