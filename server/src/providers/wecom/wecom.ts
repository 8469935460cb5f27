import type { WecomAccess } from '../../config/provider-access.ts';
import { isChinese, type Language } from '@foyer/contract/language';
import type { Clock } from '../../platform/clock.ts';
import type { ProviderFailure } from '../provider-result.ts';
import type { Fetch } from '../http/upstreams.ts';
import { createAccessTokenCache } from '../http/access-token-cache.ts';
import { type WechatResponse, callWechat } from '../wechat/wechat-response.ts';

/** `notAMember`: a person outside of the corporation. */
export type WecomResult = { is: 'member'; provider: string; subject: string } | { is: 'notAMember' } | ProviderFailure;

/** Errcodes for an invalid or expired access token. */
const tokenExpiredCodes = new Set([40014, 40082, 42001, 42009]);

/** `timeout` is for each call; `readTicket` gives the latest ticket that was pushed to the suite. */
export function createWecom(
  { loginUrl, openUrl, apiUrl, app }: WecomAccess,
  clock: Clock,
  timeout: number,
  readTicket: () => Promise<string | undefined>,
  request: Fetch = fetch,
) {
  const call = (path: string, query: Record<string, string>, body?: object) =>
    callWechat(`${apiUrl}/cgi-bin/${path}?${new URLSearchParams(query)}`, AbortSignal.timeout(timeout), body, request);

  async function requestToken(): Promise<WechatResponse> {
    if (app.is === 'corp') return call('gettoken', { corpid: app.corpId, corpsecret: app.secret });
    const suiteTicket = await readTicket();
    if (suiteTicket === undefined) return { is: 'noResponse', why: 'no suite ticket yet' };
    const credentials = { suite_id: app.suiteId, suite_secret: app.secret, suite_ticket: suiteTicket };
    const response = await call('service/get_suite_token', {}, credentials);
    if (response.is !== 'ok') return response;
    return { is: 'ok', body: { ...response.body, access_token: response.body['suite_access_token'] } };
  }
  const accessTokens = createAccessTokenCache(requestToken, clock);

  async function requestUser(code: string): Promise<WechatResponse> {
    for (let isFirst = true; ; isFirst = false) {
      const cached = await accessTokens.get();
      if (cached.is !== 'ok') return cached;
      const response =
        app.is === 'corp'
          ? await call('auth/getuserinfo', { access_token: cached.token, code })
          : await call('service/auth/getuserinfo3rd', { suite_access_token: cached.token, code });
      if (!isFirst || response.is !== 'refused' || !tokenExpiredCodes.has(response.code)) return response;
      accessTokens.drop(cached.token);
    }
  }

  return {
    app,

    /** The access token, which shows that the keys are accepted. */
    requestToken: accessTokens.get,

    /** The page with WeCom's QR code. */
    pageUrl({ state, redirectUri, language }: { state: string; redirectUri: string; language: Language }): string {
      const appParams =
        app.is === 'corp'
          ? { login_type: 'CorpApp', appid: app.corpId, agentid: app.agentId }
          : { login_type: 'ServiceApp', appid: app.suiteId };
      const lang = isChinese(language) ? 'zh' : 'en';
      return `${loginUrl}/wwlogin/sso/login?${new URLSearchParams({ ...appParams, redirect_uri: redirectUri, state, lang })}`;
    },

    /** The authorisation URL for a page inside WeCom, which redirects back without asking the person. */
    authorizeUrl({ state, redirectUri }: { state: string; redirectUri: string }): string {
      const params = new URLSearchParams({
        appid: app.is === 'corp' ? app.corpId : app.suiteId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: 'snsapi_base',
        state,
        ...(app.is === 'corp' && { agentid: app.agentId }),
      });
      return `${openUrl}/connect/oauth2/authorize?${params}#wechat_redirect`;
    },

    /** Accepts members only: a response with an `openid` is about a person outside of the corporation. */
    async identify(code: string): Promise<WecomResult> {
      const response = await requestUser(code);
      if (response.is !== 'ok') return response;
      const text = (name: string) => {
        const value = response.body[name];
        return typeof value === 'string' && value !== '' ? value : undefined;
      };
      // User ids are case-insensitive, and unique within one corporation only.
      const [userId, corpId, openUserId] = [text('userid'), text('corpid'), text('open_userid')];
      if (app.is === 'corp')
        return userId
          ? { is: 'member', provider: `wecom.${app.corpId}`, subject: userId.toLowerCase() }
          : { is: 'notAMember' };
      return corpId && openUserId
        ? { is: 'member', provider: `wecom.${app.suiteId}.${corpId}`, subject: openUserId }
        : { is: 'notAMember' };
    },
  };
}

export type Wecom = ReturnType<typeof createWecom>;
