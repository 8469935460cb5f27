import type { Config } from './config.ts';
import type { Values } from './read-settings.ts';
import { readAlipayKeys } from './alipay-keys.ts';
import { ConfigError } from './config-problems.ts';
import type { AlipayAccess } from './provider-access.ts';

/** Each app is configured completely, taken from the sandbox or not offered. An incomplete configuration stops the start. */
export function readScanConfig(values: Values, sandbox: boolean, problems: string[]): Config['scan'] {
  const fallback = sandbox ? 'sandbox' : undefined;

  function isConfigured(first: keyof Values, ...rest: (keyof Values)[]): boolean {
    const names = [first, ...rest];
    const missing = names.filter((name) => !values[name]);
    if (missing.length === names.length) return false;
    if (missing.length > 0) {
      const present = names.find((name) => values[name]);
      problems.push(`${present} is given: give ${missing.join(', ')} as well, or none of them`);
    }
    return true;
  }

  /** Checks the keys at the start, not when the first person scans. */
  function withValidKeys(access: AlipayAccess): AlipayAccess {
    if (problems.length > 0) return access;
    try {
      readAlipayKeys(access);
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      problems.push(...error.lines);
    }
    return access;
  }

  if (values.COUNTRY_HEADER && values.TRUSTED_PROXIES.length === 0)
    problems.push('COUNTRY_HEADER is given: give TRUSTED_PROXIES as well, or any client could claim a country');
  if (values.WECHAT_AES_KEYS.length > 0 && !values.WECHAT_APP_ID)
    problems.push('WECHAT_AES_KEYS is given: give WECHAT_APP_ID, WECHAT_SECRET, WECHAT_TOKEN as well, or none of them');

  return {
    wechat: isConfigured('WECHAT_APP_ID', 'WECHAT_SECRET', 'WECHAT_TOKEN')
      ? {
          apiUrl: values.WECHAT_API_URL,
          openUrl: values.WECHAT_OPEN_URL,
          appId: values.WECHAT_APP_ID ?? '',
          secret: values.WECHAT_SECRET ?? '',
          token: values.WECHAT_TOKEN ?? '',
          aesKeys: values.WECHAT_AES_KEYS,
        }
      : fallback,
    alipay: isConfigured('ALIPAY_APP_ID', 'ALIPAY_PRIVATE_KEY', 'ALIPAY_PUBLIC_KEY', 'ALIPAY_PHONE_KEY')
      ? withValidKeys({
          gatewayUrl: values.ALIPAY_GATEWAY_URL,
          authUrl: values.ALIPAY_AUTH_URL,
          linkUrl: values.ALIPAY_LINK_URL,
          appId: values.ALIPAY_APP_ID ?? '',
          page: values.ALIPAY_PAGE,
          privateKey: values.ALIPAY_PRIVATE_KEY ?? '',
          alipayPublicKey: values.ALIPAY_PUBLIC_KEY ?? '',
          phoneKey: values.ALIPAY_PHONE_KEY ?? '',
        })
      : fallback,
    dingtalk: isConfigured('DINGTALK_CLIENT_ID', 'DINGTALK_CLIENT_SECRET')
      ? {
          loginUrl: values.DINGTALK_LOGIN_URL,
          apiUrl: values.DINGTALK_API_URL,
          clientId: values.DINGTALK_CLIENT_ID ?? '',
          clientSecret: values.DINGTALK_CLIENT_SECRET ?? '',
        }
      : fallback,
    timeout: values.SCAN_TIMEOUT_MS,
  };
}
