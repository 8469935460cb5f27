import type { WecomAccess } from '../../config/provider-access.ts';
import { isChinese, type Language } from '@foyer/contract/language';
import type { Clock } from '../../platform/clock.ts';
import { createAccessTokenCache } from '../http/access-token-cache.ts';
import { type WechatAnswer, askWechat } from '../wechat/wechat-response.ts';

/** Who scanned; someone outside of the corporation is told apart from silence. */
export type WecomResult =
  | { is: 'member'; provider: string; subject: string }
  | { is: 'notAMember' }
  | { is: 'refused' | 'noAnswer'; why: string };

/** Bad, or over: a new token helps. */
const tokenIsOver = new Set([40014, 40082, 42001, 42009]);

/** `within` holds for each answer; `readTicket` is what the suite was sent last. */
export function createWecom(
  { loginUrl, openUrl, apiUrl, app }: WecomAccess,
  clock: Clock,
  within: number,
  readTicket: () => Promise<string | undefined>,
) {
  const ask = (path: string, query: Record<string, string>, body?: object) =>
    askWechat(`${apiUrl}/cgi-bin/${path}?${new URLSearchParams(query)}`, AbortSignal.timeout(within), body);

  async function askToken(): Promise<WechatAnswer> {
    if (app.is === 'corp') return ask('gettoken', { corpid: app.corpId, corpsecret: app.secret });
    const suiteTicket = await readTicket();
    if (suiteTicket === undefined) return { is: 'noAnswer', why: 'no suite ticket yet' };
    const proof = { suite_id: app.suiteId, suite_secret: app.secret, suite_ticket: suiteTicket };
    const told = await ask('service/get_suite_token', {}, proof);
    if (told.is !== 'ok') return told;
    return { is: 'ok', answer: { ...told.answer, access_token: told.answer['suite_access_token'] } };
  }
  const keeper = createAccessTokenCache(askToken, clock);

  async function askWho(code: string): Promise<WechatAnswer> {
    for (let isFirst = true; ; isFirst = false) {
      const kept = await keeper.get();
      if (kept.is !== 'ok') return kept;
      const told =
        app.is === 'corp'
          ? await ask('auth/getuserinfo', { access_token: kept.token, code })
          : await ask('service/auth/getuserinfo3rd', { suite_access_token: kept.token, code });
      if (!isFirst || told.is !== 'refused' || !tokenIsOver.has(told.code)) return told;
      keeper.drop(kept.token);
    }
  }

  return {
    app,

    /** Where the person scans. */
    pageUrl({ state, redirectUri, language }: { state: string; redirectUri: string; language: Language }): string {
      const who =
        app.is === 'corp'
          ? { login_type: 'CorpApp', appid: app.corpId, agentid: app.agentId }
          : { login_type: 'ServiceApp', appid: app.suiteId };
      const lang = isChinese(language) ? 'zh' : 'en';
      return `${loginUrl}/wwlogin/sso/login?${new URLSearchParams({ ...who, redirect_uri: redirectUri, state, lang })}`;
    },

    /** For a page inside WeCom: it comes back at once, and asks its owner nothing. */
    ownPageUrl({ state, redirectUri }: { state: string; redirectUri: string }): string {
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

    /** Members alone: an `openid` is somebody outside, whom no corporation vouches for. */
    async identify(code: string): Promise<WecomResult> {
      const told = await askWho(code);
      if (told.is !== 'ok') return told;
      const text = (name: string) => {
        const value = told.answer[name];
        return typeof value === 'string' && value !== '' ? value : undefined;
      };
      // A member is named alike in any case of letters, within one corporation and nowhere else.
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
