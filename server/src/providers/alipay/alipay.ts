import { hours } from '@foyer/contract/time';
import type { Clock } from '../../platform/clock.ts';
import { readAlipayPhone } from './alipay-phone.ts';
import { type AlipayAccess, readAlipayKeys } from './alipay-keys.ts';
import { isSigned, signatureOf, signedContent } from './alipay-signature.ts';
import type { AppPage, ReportedPhone } from '../scan-provider.ts';
import type { Fetch } from '../http/upstreams.ts';
import { fieldOf } from '../http/read-json.ts';
import { rawJsonValues } from './raw-json-values.ts';
import {
  type ProviderFailure,
  type ProviderResult,
  type ScanPerson,
  failureIn,
  noResponse,
} from '../provider-result.ts';

const tokenMethod = 'alipay.system.oauth.token';

/** Alipay's OpenAPI and mini-program. Throws a ConfigError for invalid keys. */
export function createAlipay(access: AlipayAccess, clock: Clock, timeout: number, request: Fetch = fetch) {
  const keys = readAlipayKeys(access);

  function signedUrl(params: Record<string, string>) {
    const common = {
      app_id: access.appId,
      method: tokenMethod,
      format: 'JSON',
      charset: 'utf-8',
      sign_type: 'RSA2',
      timestamp: chinaTime(clock.now()),
      version: '1.0',
    };
    const sign = signatureOf(signedContent({ ...common, ...params }), keys.own);
    return `${access.gatewayUrl}?${new URLSearchParams({ ...common, sign }).toString()}`;
  }

  /** The person behind a code of the mini-program or the page. The call uses up the code, whatever the response. */
  async function identify(authCode: string): Promise<ProviderResult<{ person: ScanPerson }>> {
    const params = { grant_type: 'authorization_code', code: authCode };
    try {
      const response = await request(signedUrl(params), {
        method: 'POST',
        body: new URLSearchParams(params),
        redirect: 'error',
        signal: AbortSignal.timeout(timeout),
      });
      return personOf(await response.text(), `HTTP ${response.status}`);
    } catch (error) {
      return noResponse(error);
    }
  }

  return {
    verifiesMobiles: true,

    /** The content of the QR code: it opens the mini-program with the parameter `s`. Each level is escaped once more. */
    async requestQr({ state: scene }: Pick<AppPage, 'state'>) {
      const query = encodeURIComponent(`s=${scene}`);
      const target = `alipays://platformapi/startapp?appId=${access.appId}&page=${encodeURIComponent(access.page)}&query=${query}`;
      return { is: 'ok', kind: 'content', url: `${access.linkUrl}?scheme=${encodeURIComponent(target)}` } as const;
    },

    /** The authorisation URL for a page inside Alipay, which redirects back without asking the person. */
    authorizeUrl({ state, redirectUri }: AppPage): string {
      const params = { app_id: access.appId, scope: 'auth_base', redirect_uri: redirectUri, state };
      return `${access.authUrl}?${new URLSearchParams(params).toString()}`;
    },

    identify,

    /** Only a request with valid keys is refused because of its code. */
    async checkAccess() {
      const result = await identify('doctor');
      if (result.is === 'refused' && result.why === 'isv.code-invalid')
        return { is: 'ok', what: 'accepts our signature' } as const;
      const remedy = 'compare ALIPAY_APP_ID, and upload the public key of ALIPAY_PRIVATE_KEY at Alipay';
      return { ...failureIn(result), remedy };
    },

    /** Reads the mobile number from the payload of `my.getPhoneNumber`. */
    readPhone: (payload: string): ReportedPhone => readAlipayPhone(payload, keys.alipay, keys.phone),
  };

  function personOf(body: string, status: string): ProviderResult<{ person: ScanPerson }> {
    const values = rawJsonValues(body);
    const tokenResponse = values?.get(`${tokenMethod.replaceAll('.', '_')}_response`);
    // An error is in `error_response` or in place of the token response.
    const text = tokenResponse ?? values?.get('error_response');
    if (!values || text === undefined) return { is: 'noResponse', why: status };
    const response: unknown = JSON.parse(text);
    const code = fieldOf(response, 'code');
    if (tokenResponse === undefined || (code !== undefined && code !== '10000')) return failureOf(response);

    const sign: unknown = JSON.parse(values.get('sign') ?? 'null');
    if (typeof sign !== 'string' || !isSigned(text, sign, keys.alipay)) return { is: 'refused', why: 'signature' };
    const subjects = [
      { provider: `alipay.openid.${access.appId}`, subject: fieldOf(response, 'open_id') },
      { provider: 'alipay.userid', subject: fieldOf(response, 'user_id') },
    ].flatMap(({ provider, subject }) => (typeof subject === 'string' && subject ? [{ provider, subject }] : []));
    return subjects.length > 0 ? { is: 'ok', person: { subjects } } : { is: 'refused', why: 'no user id' };
  }
}

/** Code 20000 is an error of the gateway, which may be called again. */
function failureOf(response: unknown): ProviderFailure {
  const [code, reason] = [fieldOf(response, 'code'), fieldOf(response, 'sub_code')];
  const why = [reason, code].find((one) => typeof one === 'string');
  return { is: code === '20000' ? 'noResponse' : 'refused', why: why ?? 'error' };
}

/** For example `2026-11-15 16:00:00`: the gateway expects Beijing time. */
const chinaTime = (now: number) => new Date(now + hours(8)).toISOString().slice(0, 19).replace('T', ' ');
