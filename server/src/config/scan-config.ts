import type { Config } from './config.ts';
import type { Values } from './settings.ts';
import { alipayKeysOf } from './alipay-keys.ts';
import type { AlipayAccess } from './provider-access.ts';

/** The apps that people scan with: whole, the sandbox's, or not at all. One that is half configured stops the start. */
export function scanOf(values: Values, sandbox: boolean, problems: string[]): Config['scan'] {
  const otherwise = sandbox ? 'sandbox' : undefined;

  function isGiven(first: keyof Values, ...rest: (keyof Values)[]): boolean {
    const names = [first, ...rest];
    const missing = names.filter((name) => !values[name]);
    if (missing.length === names.length) return false;
    if (missing.length > 0) {
      const there = names.find((name) => values[name]);
      problems.push(`${there} is given: give ${missing.join(', ')} as well, or none of them`);
    }
    return true;
  }

  /** Told at the start and not when the first person scans. */
  function withRightKeys(access: AlipayAccess): AlipayAccess {
    if (problems.length > 0) return access;
    try {
      alipayKeysOf(access);
    } catch (problem) {
      problems.push(problem instanceof Error ? problem.message : String(problem));
    }
    return access;
  }

  if (values.COUNTRY_HEADER && values.TRUSTED_PROXIES.length === 0)
    problems.push('COUNTRY_HEADER is given: give TRUSTED_PROXIES as well, or anybody could say where they are');
  if (values.WECHAT_AES_KEYS.length > 0 && !values.WECHAT_APP_ID)
    problems.push('WECHAT_AES_KEYS is given: give WECHAT_APP_ID, WECHAT_SECRET, WECHAT_TOKEN as well, or none of them');

  return {
    wechat: isGiven('WECHAT_APP_ID', 'WECHAT_SECRET', 'WECHAT_TOKEN')
      ? {
          apiUrl: values.WECHAT_API_URL,
          openUrl: values.WECHAT_OPEN_URL,
          appId: values.WECHAT_APP_ID ?? '',
          secret: values.WECHAT_SECRET ?? '',
          token: values.WECHAT_TOKEN ?? '',
          aesKeys: values.WECHAT_AES_KEYS,
        }
      : otherwise,
    alipay: isGiven('ALIPAY_APP_ID', 'ALIPAY_PRIVATE_KEY', 'ALIPAY_PUBLIC_KEY', 'ALIPAY_PHONE_KEY')
      ? withRightKeys({
          gatewayUrl: values.ALIPAY_GATEWAY_URL,
          authUrl: values.ALIPAY_AUTH_URL,
          linkUrl: values.ALIPAY_LINK_URL,
          appId: values.ALIPAY_APP_ID ?? '',
          page: values.ALIPAY_PAGE,
          privateKey: values.ALIPAY_PRIVATE_KEY ?? '',
          alipayPublicKey: values.ALIPAY_PUBLIC_KEY ?? '',
          phoneKey: values.ALIPAY_PHONE_KEY ?? '',
        })
      : otherwise,
    dingtalk: isGiven('DINGTALK_CLIENT_ID', 'DINGTALK_CLIENT_SECRET')
      ? {
          loginUrl: values.DINGTALK_LOGIN_URL,
          apiUrl: values.DINGTALK_API_URL,
          clientId: values.DINGTALK_CLIENT_ID ?? '',
          clientSecret: values.DINGTALK_CLIENT_SECRET ?? '',
        }
      : otherwise,
    within: values.SCAN_PATIENCE_MS,
  };
}
