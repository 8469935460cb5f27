import { qr } from '@foyer/contract/limits';
import { seconds } from '@foyer/contract/time';
import type { Random } from '../../platform/random.ts';
import type { Clock } from '../../platform/clock.ts';
import { type ProviderResult, type ScanPerson, noResponse } from '../provider-result.ts';
import type { AppPage } from '../scan-provider.ts';
import type { Fetch } from '../http/upstreams.ts';
import { createAccessTokenCache } from '../http/access-token-cache.ts';
import { type WechatResponse, callWechat } from './wechat-response.ts';
import { wechatScene } from './wechat-scene.ts';
import { createWechatPush } from './wechat-push.ts';

export interface WechatAccess {
  apiUrl: string;
  /** Base URL of the authorisation page inside the app. */
  openUrl: string;
  appId: string;
  secret: string;
  /** Signs the pushes. */
  token: string;
  /** Newest first; empty when pushes are sent in plain text. */
  aesKeys: string[];
}

/** Errcodes for an invalid, expired or replaced access token. */
const tokenExpiredCodes = new Set([40001, 40014, 42001]);

/** A WeChat official account: QR codes with a scene, and the people who scan them. `timeout` is for a whole operation. */
export function createWechat(
  access: WechatAccess,
  clock: Clock,
  random: Random,
  timeout: number,
  request: Fetch = fetch,
) {
  const { apiUrl, appId, secret } = access;
  const stableToken = { grant_type: 'client_credential', appid: appId, secret, force_refresh: false };
  const accessTokens = createAccessTokenCache(
    () => callWechat(`${apiUrl}/cgi-bin/stable_token`, AbortSignal.timeout(timeout), stableToken, request),
    clock,
  );

  async function call(path: string, query: Record<string, string>, body?: object): Promise<WechatResponse> {
    const signal = AbortSignal.timeout(timeout);
    const timedOut = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    try {
      for (let isFirst = true; ; isFirst = false) {
        const cached = await Promise.race([accessTokens.get(), timedOut]);
        if (cached.is !== 'ok') return cached;
        const params = new URLSearchParams({ access_token: cached.token, ...query });
        const response = await callWechat(`${apiUrl}/cgi-bin/${path}?${params.toString()}`, signal, body, request);
        if (!isFirst || response.is !== 'refused' || !tokenExpiredCodes.has(response.code)) return response;
        accessTokens.drop(cached.token);
      }
    } catch (error) {
      return noResponse(error);
    }
  }

  return {
    ...createWechatPush(access, clock, random),
    verifiesMobiles: false,

    /** The access token shows that the keys are accepted. */
    async checkAccess() {
      const token = await accessTokens.get();
      const remedy = 'compare WECHAT_APP_ID and WECHAT_SECRET, and allow the address of this machine at WeChat';
      return token.is === 'ok' ? ({ is: 'ok', what: 'gives a token' } as const) : { ...token, remedy };
    },

    /**
     * The authorisation URL for a page inside WeChat, which redirects back without asking the person. It accepts only
     * letters and digits as state.
     */
    authorizeUrl({ state, redirectUri }: AppPage): string {
      const params = new URLSearchParams({
        appid: appId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: 'snsapi_base',
        state: Buffer.from(state, 'base64url').toString('hex'),
      });
      return `${access.openUrl}/connect/oauth2/authorize?${params.toString()}#wechat_redirect`;
    },

    /** The original state, from the returned one. */
    readState: (state: string) => Buffer.from(state, 'hex').toString('base64url'),

    /** The person behind an authorisation code, which can be used once. */
    async identify(code: string): Promise<ProviderResult<{ person: ScanPerson }>> {
      const params = new URLSearchParams({ appid: appId, secret, code, grant_type: 'authorization_code' });
      const url = `${apiUrl}/sns/oauth2/access_token?${params.toString()}`;
      const response = await callWechat(url, AbortSignal.timeout(timeout), undefined, request);
      if (response.is !== 'ok') return response;
      const { openid } = response.body;
      // A follower also has a union id, by which a scan identifies them.
      const follower = typeof openid === 'string' ? await call('user/info', { openid, lang: 'zh_CN' }) : undefined;
      // Without it a known person could look new.
      if (follower?.is === 'noResponse') return follower;
      return personOf({ ...(follower?.is === 'ok' && { unionid: follower.body['unionid'] }), ...response.body });
    },

    /** The content of a QR code; a scan of it is pushed to us with the scene. */
    async requestQr({ state }: Pick<AppPage, 'state'>): Promise<ProviderResult<{ kind: 'content'; url: string }>> {
      const response = await call(
        'qrcode/create',
        {},
        {
          expire_seconds: Math.ceil(qr.expiresAfter / seconds(1)),
          action_name: 'QR_STR_SCENE',
          action_info: { scene: { scene_str: wechatScene(state) } },
        },
      );
      if (response.is !== 'ok') return response;
      const { url } = response.body;
      return typeof url === 'string' && URL.canParse(url)
        ? { is: 'ok', kind: 'content', url }
        : { is: 'noResponse', why: 'no url' };
    },

    /** The union id is the same for all apps of one Open Platform account; without such an account there is none. */
    async identifyFollower(openid: string): Promise<ProviderResult<{ person: ScanPerson }>> {
      const response = await call('user/info', { openid, lang: 'zh_CN' });
      if (response.is !== 'ok') return response;
      const { subscribe, unionid } = response.body;
      if (subscribe !== 1) return { is: 'refused', why: 'does not follow the account' };
      return personOf({ openid, unionid });
    },
  };

  /** A person who views a snapshot of the page has a temporary open id, which is refused. */
  function personOf({ openid, unionid, is_snapshotuser: isSnapshot }: Record<string, unknown>) {
    if (typeof openid !== 'string' || openid === '' || isSnapshot === 1)
      return { is: 'refused', why: 'no open id' } as const;
    const union = typeof unionid === 'string' && unionid ? [{ provider: 'wechat.unionid', subject: unionid }] : [];
    const subjects = [...union, { provider: `wechat.openid.${appId}`, subject: openid }];
    return { is: 'ok', person: { subjects } } as const;
  }
}
