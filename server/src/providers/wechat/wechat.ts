import type { WechatAccess } from '../../config/provider-access.ts';
import { seconds } from '@foyer/contract/time';
import type { Random } from '../../platform/random.ts';
import type { Clock } from '../../platform/clock.ts';
import { type ProviderResult, type ScanPerson, noAnswer } from '../provider-result.ts';
import { createAccessTokenCache } from '../http/access-token-cache.ts';
import { type WechatAnswer, askWechat } from './wechat-response.ts';
import { createWechatPush } from './wechat-push.ts';

/** A verified service account, as its console shows it. */
/** Bad, expired or replaced by another: a new token helps. */
const tokenIsOver = new Set([40001, 40014, 42001]);

/** An official account: its QR codes with a scene, and who scanned them. `within` holds for all an answer takes. */
export function createWechat(access: WechatAccess, clock: Clock, chance: Random, within: number) {
  const { apiUrl, appId, secret } = access;
  const stableToken = { grant_type: 'client_credential', appid: appId, secret, force_refresh: false };
  const keeper = createAccessTokenCache(
    () => askWechat(`${apiUrl}/cgi-bin/stable_token`, AbortSignal.timeout(within), stableToken),
    clock,
  );

  async function ask(path: string, query: Record<string, string>, body?: object): Promise<WechatAnswer> {
    const signal = AbortSignal.timeout(within);
    const late = new Promise<never>((_, fail) => signal.addEventListener('abort', () => fail(signal.reason)));
    try {
      for (let isFirst = true; ; isFirst = false) {
        const kept = await Promise.race([keeper.get(), late]);
        if (kept.is !== 'ok') return kept;
        const params = new URLSearchParams({ access_token: kept.token, ...query });
        const answer = await askWechat(`${apiUrl}/cgi-bin/${path}?${params.toString()}`, signal, body);
        if (!isFirst || answer.is !== 'refused' || !tokenIsOver.has(answer.code)) return answer;
        keeper.drop(kept.token);
      }
    } catch (error) {
      return noAnswer(error);
    }
  }

  return {
    ...createWechatPush(access, clock, chance),

    /** For a page inside WeChat: it comes back at once, and asks its owner nothing. It takes letters and digits only. */
    ownPageUrl({ state, redirectUri }: { state: string; redirectUri: string }): string {
      const params = new URLSearchParams({
        appid: appId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: 'snsapi_base',
        state: Buffer.from(state, 'base64url').toString('hex'),
      });
      return `${access.openUrl}/connect/oauth2/authorize?${params.toString()}#wechat_redirect`;
    },

    /** The state as it was given, from what came back. */
    readState: (state: string) => Buffer.from(state, 'hex').toString('base64url'),

    /** Who came from there; the code can be asked for once. */
    async identifyByCode(code: string): Promise<ProviderResult<{ person: ScanPerson }>> {
      const params = new URLSearchParams({ appid: appId, secret, code, grant_type: 'authorization_code' });
      const url = `${apiUrl}/sns/oauth2/access_token?${params.toString()}`;
      const told = await askWechat(url, AbortSignal.timeout(within));
      if (told.is !== 'ok') return told;
      const { openid } = told.answer;
      // Of who follows the account more is known, by which a scan knows them.
      const follower = typeof openid === 'string' ? await ask('user/info', { openid, lang: 'zh_CN' }) : undefined;
      // Without it someone whom we know may look like a stranger.
      if (follower?.is === 'noAnswer') return follower;
      return personIn({ ...(follower?.is === 'ok' && { unionid: follower.answer['unionid'] }), ...told.answer });
    },

    /** What a QR says that brings back the scene with whoever scans it. */
    async requestQr(scene: string, livesFor: number): Promise<ProviderResult<{ url: string }>> {
      const told = await ask(
        'qrcode/create',
        {},
        {
          expire_seconds: Math.ceil(livesFor / seconds(1)),
          action_name: 'QR_STR_SCENE',
          action_info: { scene: { scene_str: scene } },
        },
      );
      if (told.is !== 'ok') return told;
      const { url } = told.answer;
      return typeof url === 'string' && URL.canParse(url) ? { is: 'ok', url } : { is: 'noAnswer', why: 'no url' };
    },

    /** The union id is the same for all apps of one owner; an account that belongs to no Open Platform account has none. */
    async identify(openid: string): Promise<ProviderResult<{ person: ScanPerson }>> {
      const told = await ask('user/info', { openid, lang: 'zh_CN' });
      if (told.is !== 'ok') return told;
      const { subscribe, unionid } = told.answer;
      if (subscribe !== 1) return { is: 'refused', why: 'does not follow the account' };
      return personIn({ openid, unionid });
    },
  };

  /** Who only looks at a snapshot of a page has an id that is made up for it. */
  function personIn({ openid, unionid, is_snapshotuser: isSnapshot }: Record<string, unknown>) {
    if (typeof openid !== 'string' || openid === '' || isSnapshot === 1)
      return { is: 'refused', why: 'nobody' } as const;
    const union = typeof unionid === 'string' && unionid ? [{ provider: 'wechat.unionid', subject: unionid }] : [];
    const subjects = [...union, { provider: `wechat.openid.${appId}`, subject: openid }];
    return { is: 'ok', person: { subjects } } as const;
  }
}

export type Wechat = ReturnType<typeof createWechat>;
