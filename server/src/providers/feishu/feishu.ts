import { optional, withDefault } from '../../config/define-setting.ts';
import * as parse from '../../config/setting-values.ts';
import { defineAppSettings } from '../app-settings.ts';
import { readJsonObject } from '../http/read-json.ts';
import type { Fetch } from '../http/upstreams.ts';
import { type ProviderResult, type ScanPerson, failureIn, noResponse } from '../provider-result.ts';
import type { AppPage } from '../scan-provider.ts';

export interface FeishuAccess {
  /** Base URLs of the page with the QR code, of the authorisation page inside the app, and of the API. */
  passportUrl: string;
  accountsUrl: string;
  apiUrl: string;
  appId: string;
  appSecret: string;
  /** The tenants whose members may sign in; all if there are none. */
  tenants: string[];
}

/** The code of an authorisation is unknown, or has expired: the request itself was accepted. */
const codeRefusals = ['20003', '20004'];

/** Feishu or Lark, for members of any tenant that may use our app. `timeout` is for a whole operation. */
export function createFeishu(access: FeishuAccess, timeout: number, request: Fetch = fetch) {
  const { passportUrl, accountsUrl, apiUrl, appId, appSecret, tenants } = access;
  const withPage = (url: string, { state, redirectUri }: AppPage) => {
    const params = { client_id: appId, redirect_uri: redirectUri, response_type: 'code', state };
    return `${url}?${new URLSearchParams(params).toString()}`;
  };

  /** The person behind an authorisation code, which can be used once. */
  async function identify(code: string, redirectUri: string): Promise<ProviderResult<{ person: ScanPerson }>> {
    const signal = AbortSignal.timeout(timeout);
    const exchanged = await call(request, `${apiUrl}/open-apis/authen/v2/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify({
        grant_type: 'authorization_code',
        client_id: appId,
        client_secret: appSecret,
        code,
        redirect_uri: redirectUri,
      }),
      signal,
    });
    if (exchanged.is !== 'ok') return exchanged;
    const { access_token: token } = exchanged.body;
    if (typeof token !== 'string') return { is: 'noResponse', why: 'no token' };
    const headers = { authorization: `Bearer ${token}` };
    const response = await call(request, `${apiUrl}/open-apis/authen/v1/user_info`, { headers, signal });
    return response.is === 'ok' ? personOf(response.body['data'], tenants) : response;
  }

  return {
    /** The origin of the messages that the framed page posts. */
    frameOrigin: new URL(passportUrl).origin,
    /** An administrator of the tenant enters them, so they are not read at all. */
    verifiesMobiles: false,

    /** The page for a frame: it shows the QR code and posts a temporary code to its parent window, which goes on to `goto` with it. */
    async requestQr(page: AppPage) {
      const goto = withPage(`${passportUrl}/suite/passport/oauth/authorize`, page);
      const params = new URLSearchParams({ goto, sdk_version: '1.0.3' });
      return { is: 'ok', kind: 'frame', url: `${passportUrl}/suite/passport/sso/qr?${params.toString()}` } as const;
    },
    /** The authorisation URL for a page inside the app. */
    authorizeUrl: (page: AppPage) => withPage(`${accountsUrl}/open-apis/authen/v1/authorize`, page),

    identify,

    /** Only a request with a valid secret is refused because of its code. */
    async checkAccess() {
      const result = await identify('doctor', 'https://localhost');
      if (result.is === 'refused' && codeRefusals.includes(result.why))
        return { is: 'ok', what: 'accepts our secret' } as const;
      return { ...failureIn(result), remedy: 'compare FEISHU_APP_ID, FEISHU_APP_SECRET and FEISHU_DOMAIN' };
    },
  };
}

/** The union id is the same for all our apps. */
function personOf(data: unknown, tenants: readonly string[]): ProviderResult<{ person: ScanPerson }> {
  const { union_id: unionId, tenant_key: tenant }: Record<string, unknown> = { ...Object(data) };
  if (typeof unionId !== 'string' || unionId === '') return { is: 'refused', why: 'no union id' };
  if (tenants.length > 0 && !tenants.some((one) => one === tenant)) return { is: 'refused', why: 'other tenant' };
  return { is: 'ok', person: { subjects: [{ provider: 'feishu.unionid', subject: unionId }] } };
}

/** An error has a code besides its HTTP status; 0 is none. */
async function call(
  request: Fetch,
  url: string,
  options: RequestInit,
): Promise<ProviderResult<{ body: Record<string, unknown> }>> {
  try {
    const response = await request(url, { ...options, redirect: 'error' });
    const body = await readJsonObject(response);
    const code = typeof body['code'] === 'number' ? String(body['code']) : body['code'];
    if (response.ok && code === '0') return { is: 'ok', body };
    if (response.status < 500 && typeof code === 'string') return { is: 'refused', why: code };
    return { is: 'noResponse', why: `HTTP ${response.status}` };
  } catch (error) {
    return noResponse(error);
  }
}

const settings = {
  FEISHU_APP_ID: optional('App ID of the Feishu or Lark app that people scan with.', parse.text),
  FEISHU_APP_SECRET: optional('App Secret of FEISHU_APP_ID.', parse.secret(8)),
  FEISHU_DOMAIN: withDefault(
    'feishu.cn for Feishu, larksuite.com for Lark.',
    parse.oneOf('feishu.cn', 'larksuite.com'),
    'feishu.cn',
  ),
  FEISHU_TENANTS: withDefault(
    'Keys of the tenants whose members may sign in, separated by commas. Empty: every tenant that may use the app.',
    parse.listOf(parse.text),
    '',
  ),
};

export const feishuSettings = defineAppSettings({
  settings,
  required: ['FEISHU_APP_ID', 'FEISHU_APP_SECRET'],
  accessOf: (values): FeishuAccess => ({
    passportUrl: `https://passport.${values.FEISHU_DOMAIN}`,
    accountsUrl: `https://accounts.${values.FEISHU_DOMAIN}`,
    apiUrl: `https://open.${values.FEISHU_DOMAIN}`,
    appId: values.FEISHU_APP_ID ?? '',
    appSecret: values.FEISHU_APP_SECRET ?? '',
    tenants: values.FEISHU_TENANTS,
  }),
  create: (access, { timeout, request }) => createFeishu(access, timeout, request),
  exportedSources: { frame: 'https://passport.feishu.cn' },
});
