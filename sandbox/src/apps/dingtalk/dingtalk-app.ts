import { createFault } from '../../fault/fault.ts';
import type { ServiceAccess } from '../../service-client.ts';
import { createFramedLogins } from '../framed/framed-logins.ts';
import { createGrants } from '../framed/grants.ts';
import { stateOf, withParams } from '../sandbox-app.ts';
import { dingtalkAccount, type DingtalkPerson } from './dingtalk-account.ts';

/** DingTalk: its sign-in page, its servers, and the app on every phone. */
export function createDingtalk({ now, publicUrl, apiBase }: Pick<ServiceAccess, 'now' | 'publicUrl' | 'apiBase'>) {
  const registeredRedirectUri = `${publicUrl}${apiBase}/thirdparty/dingding/callback`;
  const codes = createGrants<DingtalkPerson>(now);
  const { start, ...logins } = createFramedLogins<DingtalkPerson>({
    now,
    qrUrlOf: (qrId) => `${publicUrl}/sandbox/dingtalk/q/${qrId}`,
    issue: codes.issue,
    endOf({ redirectUri, state }, authCode) {
      const redirectUrl = withParams(redirectUri, authCode ? { authCode, state } : { error: 'access_denied', state });
      return { redirectUrl, message: authCode ? { success: true, redirectUrl } : { errorMsg: 'access_denied' } };
    },
  });

  return {
    codes,
    fault: createFault(),
    ...logins,

    /** Opens the sign-in page. A refusal names the invalid query parameter. */
    startLogin(query: URLSearchParams): ReturnType<typeof start> | { is: 'refused'; parameter: string } {
      const redirectUri = query.get('redirect_uri') ?? '';
      if (query.get('client_id') !== dingtalkAccount.clientId) return { is: 'refused', parameter: 'client_id' };
      if (redirectUri !== registeredRedirectUri) return { is: 'refused', parameter: 'redirect_uri' };
      if (query.get('response_type') !== 'code') return { is: 'refused', parameter: 'response_type' };
      if (!query.get('scope')?.split(' ').includes('openid')) return { is: 'refused', parameter: 'scope' };
      return start({ redirectUri, state: stateOf(query) });
    },
  };
}

export type Dingtalk = ReturnType<typeof createDingtalk>;
