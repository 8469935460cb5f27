import type { DingtalkAccess } from '../../config/provider-access.ts';
import { readMobile } from '@foyer/contract/rules/account-rules';
import { readJsonObject } from '../http/read-json.ts';
import { type ProviderResult, type ScanPerson, noAnswer } from '../provider-result.ts';

type Answer = ProviderResult<{ answer: Record<string, unknown> }>;

/** DingTalk's sign-in for people of any organisation. `within` holds for all an answer takes. */
export function createDingtalk({ loginUrl, apiUrl, clientId, clientSecret }: DingtalkAccess, within: number) {
  function pageUrl(how: Record<string, string>, { state, redirectUri }: Asked): string {
    const params = new URLSearchParams({
      ...how,
      redirect_uri: redirectUri,
      response_type: 'code',
      client_id: clientId,
      scope: 'openid',
      state,
      prompt: 'consent',
    });
    return `${loginUrl}/oauth2/auth?${params.toString()}`;
  }

  return {
    /** Where messages of its page come from. */
    origin: new URL(loginUrl).origin,

    /** The page to be shown in a frame: it draws the QR, and tells its parent where to go next. */
    pageUrl: (asked: Asked) => pageUrl({ iframe: 'true' }, asked),
    /** The same for the whole window, inside DingTalk. */
    ownPageUrl: (asked: Asked) => pageUrl({}, asked),

    /** Who the code belongs to; it can be asked for once. */
    async identify(code: string): Promise<ProviderResult<{ person: ScanPerson }>> {
      const signal = AbortSignal.timeout(within);
      const exchanged = await ask(`${apiUrl}/v1.0/oauth2/userAccessToken`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ clientId, clientSecret, code, grantType: 'authorization_code' }),
        signal,
      });
      if (exchanged.is !== 'ok') return exchanged;
      const { accessToken } = exchanged.answer;
      if (typeof accessToken !== 'string') return { is: 'noAnswer', why: 'no token' };
      const headers = { 'x-acs-dingtalk-access-token': accessToken };
      const told = await ask(`${apiUrl}/v1.0/contact/users/me`, { headers, signal });
      return told.is === 'ok' ? personIn(told.answer) : told;
    },
  };
}

interface Asked {
  state: string;
  redirectUri: string;
}

export type Dingtalk = ReturnType<typeof createDingtalk>;

/** Only the union id means the same person to every app of ours; the number is there if the person agreed to tell it. */
function personIn({ unionId, stateCode, mobile }: Record<string, unknown>): ProviderResult<{ person: ScanPerson }> {
  if (typeof unionId !== 'string' || unionId === '') return { is: 'refused', why: 'nobody' };
  const mainland = stateCode === '86' && typeof mobile === 'string' ? readMobile(mobile) : undefined;
  const subjects = [{ provider: 'dingtalk.unionid', subject: unionId }];
  return { is: 'ok', person: { subjects, ...(mainland && { mobile: mainland }) } };
}

/** What went wrong has a status of its own and a code in words. */
async function ask(url: string, request: RequestInit): Promise<Answer> {
  try {
    const response = await fetch(url, { ...request, redirect: 'error' });
    const answer = await readJsonObject(response);
    if (response.ok) return { is: 'ok', answer };
    const { code } = answer;
    if (response.status < 500 && typeof code === 'string') return { is: 'refused', why: code };
    return { is: 'noAnswer', why: `HTTP ${response.status}` };
  } catch (error) {
    return noAnswer(error);
  }
}
