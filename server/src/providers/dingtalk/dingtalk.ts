import { readMobile } from '@foyer/contract/rules/account-rules';
import type { AppPage } from '../scan-provider.ts';
import type { Fetch } from '../http/upstreams.ts';
import { readJsonObject } from '../http/read-json.ts';
import { type ProviderResult, type ScanPerson, failureIn, noResponse } from '../provider-result.ts';

export interface DingtalkAccess {
  loginUrl: string;
  apiUrl: string;
  clientId: string;
  clientSecret: string;
}

/** DingTalk sign-in for members of any organisation. `timeout` is for a whole operation. */
export function createDingtalk(
  { loginUrl, apiUrl, clientId, clientSecret }: DingtalkAccess,
  timeout: number,
  request: Fetch = fetch,
) {
  function pageUrl(extra: Record<string, string>, { state, redirectUri }: AppPage): string {
    const params = new URLSearchParams({
      ...extra,
      redirect_uri: redirectUri,
      response_type: 'code',
      client_id: clientId,
      scope: 'openid',
      state,
      prompt: 'consent',
    });
    return `${loginUrl}/oauth2/auth?${params.toString()}`;
  }

  /** The person behind an authorisation code, which can be used once. */
  async function identify(code: string): Promise<ProviderResult<{ person: ScanPerson }>> {
    const signal = AbortSignal.timeout(timeout);
    const exchanged = await call(request, `${apiUrl}/v1.0/oauth2/userAccessToken`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ clientId, clientSecret, code, grantType: 'authorization_code' }),
      signal,
    });
    if (exchanged.is !== 'ok') return exchanged;
    const { accessToken } = exchanged.body;
    if (typeof accessToken !== 'string') return { is: 'noResponse', why: 'no token' };
    const headers = { 'x-acs-dingtalk-access-token': accessToken };
    const response = await call(request, `${apiUrl}/v1.0/contact/users/me`, { headers, signal });
    return response.is === 'ok' ? personOf(response.body) : response;
  }

  return {
    /** The origin of the messages that the framed page posts. */
    frameOrigin: new URL(loginUrl).origin,
    verifiesMobiles: true,

    /** The page for a frame: it shows the QR code and posts the redirect URL to its parent window. */
    async requestQr(page: AppPage) {
      return { is: 'ok', kind: 'frame', url: pageUrl({ iframe: 'true' }, page) } as const;
    },
    /** The authorisation URL for a page inside DingTalk. */
    authorizeUrl: (page: AppPage) => pageUrl({}, page),

    identify,

    /** Only a request with a valid secret is refused because of its code. */
    async checkAccess() {
      const result = await identify('doctor');
      if (result.is === 'refused' && /authCode/i.test(result.why))
        return { is: 'ok', what: 'accepts our secret' } as const;
      return { ...failureIn(result), remedy: 'compare DINGTALK_CLIENT_ID and DINGTALK_CLIENT_SECRET' };
    },
  };
}

/** Only the union id is the same for all our apps. The mobile number is present if the person agreed to share it. */
function personOf({ unionId, stateCode, mobile }: Record<string, unknown>): ProviderResult<{ person: ScanPerson }> {
  if (typeof unionId !== 'string' || unionId === '') return { is: 'refused', why: 'no union id' };
  const mainland = stateCode === '86' && typeof mobile === 'string' ? readMobile(mobile) : undefined;
  const subjects = [{ provider: 'dingtalk.unionid', subject: unionId }];
  return { is: 'ok', person: { subjects, ...(mainland && { mobile: mainland }) } };
}

/** An error has its own HTTP status and a code. */
async function call(
  request: Fetch,
  url: string,
  options: RequestInit,
): Promise<ProviderResult<{ body: Record<string, unknown> }>> {
  try {
    const response = await request(url, { ...options, redirect: 'error' });
    const body = await readJsonObject(response);
    if (response.ok) return { is: 'ok', body };
    const { code } = body;
    if (response.status < 500 && typeof code === 'string') return { is: 'refused', why: code };
    return { is: 'noResponse', why: `HTTP ${response.status}` };
  } catch (error) {
    return noResponse(error);
  }
}
