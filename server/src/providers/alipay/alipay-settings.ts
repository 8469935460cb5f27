import { ConfigError } from '../../config/config-problems.ts';
import { type ValuesOf, optional, withDefault } from '../../config/define-setting.ts';
import * as parse from '../../config/setting-values.ts';
import { defineAppSettings } from '../app-settings.ts';
import { createAlipay } from './alipay.ts';
import { type AlipayAccess, readAlipayKeys } from './alipay-keys.ts';

const settings = {
  ALIPAY_APP_ID: optional('AppID of the Alipay mini-program that people scan with.', parse.text),
  ALIPAY_PRIVATE_KEY: optional(
    'Our private key for signing, PKCS#8 or PKCS#1, as base64 in one line.',
    parse.secret(100),
  ),
  ALIPAY_PUBLIC_KEY: optional("Alipay's public key for verifying its responses, as base64 in one line.", parse.text),
  ALIPAY_PHONE_KEY: optional(
    "AES key of the interface content, which decrypts a person's mobile number.",
    parse.secret(16),
  ),
  ALIPAY_PAGE: withDefault('Page of the mini-program that confirms a scan.', parse.text, 'pages/login/login'),
  ALIPAY_GATEWAY_URL: withDefault("URL of Alipay's gateway.", parse.baseUrl, 'https://openapi.alipay.com/gateway.do'),
  ALIPAY_LINK_URL: withDefault('URL that the QR codes for Alipay link to.', parse.httpsUrl, 'https://ds.alipay.com/'),
  ALIPAY_AUTH_URL: withDefault(
    'URL of the authorisation page inside Alipay; it must accept ALIPAY_APP_ID, which not every mini-program may use there.',
    parse.baseUrl,
    'https://openauth.alipay.com/oauth2/publicAppAuthorize.htm',
  ),
};

const accessOf = (values: ValuesOf<typeof settings>): AlipayAccess => ({
  gatewayUrl: values.ALIPAY_GATEWAY_URL,
  authUrl: values.ALIPAY_AUTH_URL,
  linkUrl: values.ALIPAY_LINK_URL,
  appId: values.ALIPAY_APP_ID ?? '',
  page: values.ALIPAY_PAGE,
  privateKey: values.ALIPAY_PRIVATE_KEY ?? '',
  alipayPublicKey: values.ALIPAY_PUBLIC_KEY ?? '',
  phoneKey: values.ALIPAY_PHONE_KEY ?? '',
});

export const alipaySettings = defineAppSettings({
  settings,
  required: ['ALIPAY_APP_ID', 'ALIPAY_PRIVATE_KEY', 'ALIPAY_PUBLIC_KEY', 'ALIPAY_PHONE_KEY'],
  accessOf,
  create: (access, { clock, timeout, request }) => createAlipay(access, clock, timeout, request),
  // The keys are checked at the start, not when the first person scans.
  problemsOf(values) {
    const { appId, privateKey, alipayPublicKey, phoneKey } = accessOf(values);
    if (!appId || !privateKey || !alipayPublicKey || !phoneKey) return [];
    try {
      readAlipayKeys(accessOf(values));
      return [];
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      return [...error.lines];
    }
  },
});
