import { hours } from '@foyer/contract/time';
import { readAlipayKeys } from '../../config/alipay-keys.ts';
import type { AlipayAccess } from '../../config/provider-access.ts';
import type { Clock } from '../../platform/clock.ts';
import { type PhoneRead, readAlipayPhone } from './alipay-phone.ts';
import { isSigned, signatureOf, signedContent } from './alipay-signature.ts';
import { fieldOf } from '../http/read-json.ts';
import { rawJsonValues } from './raw-json-values.ts';
import { type ProviderResult, type ScanPerson, noAnswer } from '../provider-result.ts';

const tokenMethod = 'alipay.system.oauth.token';

/** Alipay's OpenAPI, and its mini-program as far as it concerns us. Throws for keys that are none. */
export function createAlipay(access: AlipayAccess, clock: Clock, within: number) {
  const keys = readAlipayKeys(access);

  function addressOf(params: Record<string, string>) {
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

  return {
    /** What the QR says: it opens the mini-program, which reads `s`. Each level is escaped once more than the one around. */
    link(scene: string): string {
      const query = encodeURIComponent(`s=${scene}`);
      const target = `alipays://platformapi/startapp?appId=${access.appId}&page=${encodeURIComponent(access.page)}&query=${query}`;
      return `${access.linkUrl}?scheme=${encodeURIComponent(target)}`;
    },

    /** For a page inside Alipay: it comes back at once, and asks its owner nothing. */
    ownPageUrl({ state, redirectUri }: { state: string; redirectUri: string }): string {
      const params = { app_id: access.appId, scope: 'auth_base', redirect_uri: redirectUri, state };
      return `${access.authUrl}?${new URLSearchParams(params).toString()}`;
    },

    /** Who a code belongs to, the mini-program's or the page's; asking uses it up, whatever the answer. */
    async identify(authCode: string): Promise<ProviderResult<{ person: ScanPerson }>> {
      const params = { grant_type: 'authorization_code', code: authCode };
      try {
        const response = await fetch(addressOf(params), {
          method: 'POST',
          body: new URLSearchParams(params),
          redirect: 'error',
          signal: AbortSignal.timeout(within),
        });
        return personIn(await response.text(), `HTTP ${response.status}`);
      } catch (error) {
        return noAnswer(error);
      }
    },

    /** The number in what `my.getPhoneNumber` gave the mini-program. */
    readPhone: (payload: string): PhoneRead => readAlipayPhone(payload, keys.alipay, keys.phone),
  };

  function personIn(body: string, status: string): ProviderResult<{ person: ScanPerson }> {
    const parts = rawJsonValues(body);
    const part = parts?.get(`${tokenMethod.replaceAll('.', '_')}_response`);
    // An error stands in a place of its own or in that of the answer.
    const said = part ?? parts?.get('error_response');
    if (!parts || said === undefined) return { is: 'noAnswer', why: status };
    const answer: unknown = JSON.parse(said);
    const code = fieldOf(answer, 'code');
    if (part === undefined || (code !== undefined && code !== '10000')) return troubleOf(answer);

    const sign: unknown = JSON.parse(parts.get('sign') ?? 'null');
    if (typeof sign !== 'string' || !isSigned(said, sign, keys.alipay)) return { is: 'refused', why: 'signature' };
    const subjects = [
      { provider: `alipay.openid.${access.appId}`, subject: fieldOf(answer, 'open_id') },
      { provider: 'alipay.userid', subject: fieldOf(answer, 'user_id') },
    ].flatMap(({ provider, subject }) => (typeof subject === 'string' && subject ? [{ provider, subject }] : []));
    return subjects.length > 0 ? { is: 'ok', person: { subjects } } : { is: 'refused', why: 'nobody' };
  }
}

/** Trouble of its own it calls 20000, and asks to come again. */
function troubleOf(answer: unknown): { is: 'refused' | 'noAnswer'; why: string } {
  const [code, reason] = [fieldOf(answer, 'code'), fieldOf(answer, 'sub_code')];
  const why = [reason, code].find((one) => typeof one === 'string');
  return { is: code === '20000' ? 'noAnswer' : 'refused', why: why ?? 'error' };
}

/** `2026-11-15 16:00:00`: the gateway lives by the clock of Beijing. */
const chinaTime = (now: number) => new Date(now + hours(8)).toISOString().slice(0, 19).replace('T', ' ');
