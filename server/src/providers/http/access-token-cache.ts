import { minutes, seconds } from '@foyer/contract/time';
import type { Clock } from '../../platform/clock.ts';
import type { WechatResponse } from '../wechat/wechat-response.ts';

type AccessTokenResult = { is: 'ok'; token: string } | Exclude<WechatResponse, { is: 'ok' }>;

/** In its last five minutes the old token still works, and a new one can be requested. */
const renewBefore = minutes(5);

/** Requests the access token once for all concurrent callers, and renews it before it expires. */
export function createAccessTokenCache(requestToken: () => Promise<WechatResponse>, clock: Clock) {
  let cached: { token: string; until: number } | undefined;
  let pending: Promise<AccessTokenResult> | undefined;

  async function renew(): Promise<AccessTokenResult> {
    const response = await requestToken();
    if (response.is !== 'ok') return response;
    const { access_token: token, expires_in: lifetime } = response.body;
    if (typeof token !== 'string' || token === '' || typeof lifetime !== 'number')
      return { is: 'noResponse', why: 'no token' };
    cached = { token, until: clock.now() + seconds(lifetime) - renewBefore };
    return { is: 'ok', token };
  }

  return {
    async get(): Promise<AccessTokenResult> {
      if (cached && clock.now() < cached.until) return { is: 'ok', token: cached.token };
      pending ??= renew().finally(() => (pending = undefined));
      return pending;
    },
    /** Removes a rejected token, unless another caller has already replaced it. */
    drop(token: string) {
      if (cached?.token === token) cached = undefined;
    },
  };
}
