import { optional, withDefault } from '../../config/define-setting.ts';
import * as parse from '../../config/setting-values.ts';
import { defineAppSettings } from '../app-settings.ts';
import { type WechatAccess, createWechat } from './wechat.ts';

const settings = {
  WECHAT_APP_ID: optional('AppID of the WeChat official account that people scan with.', parse.text),
  WECHAT_SECRET: optional('AppSecret of WECHAT_APP_ID.', parse.secret(8)),
  WECHAT_TOKEN: optional('Token of the message push of WeChat.', parse.secret(3)),
  WECHAT_AES_KEYS: withDefault(
    'EncodingAESKey of the message push, the newest first, separated by commas. Empty: plain mode.',
    parse.listOf(parse.encodingAesKey),
    '',
  ),
  WECHAT_API_URL: withDefault("Base URL of WeChat's API.", parse.baseUrl, 'https://api.weixin.qq.com'),
  WECHAT_OPEN_URL: withDefault(
    'Base URL of the authorisation page inside WeChat.',
    parse.baseUrl,
    'https://open.weixin.qq.com',
  ),
};

export const wechatSettings = defineAppSettings({
  settings,
  required: ['WECHAT_APP_ID', 'WECHAT_SECRET', 'WECHAT_TOKEN'],
  accessOf: (values): WechatAccess => ({
    apiUrl: values.WECHAT_API_URL,
    openUrl: values.WECHAT_OPEN_URL,
    appId: values.WECHAT_APP_ID ?? '',
    secret: values.WECHAT_SECRET ?? '',
    token: values.WECHAT_TOKEN ?? '',
    aesKeys: values.WECHAT_AES_KEYS,
  }),
  create: (access, { clock, random, timeout, request }) => createWechat(access, clock, random, timeout, request),
  problemsOf: ({ WECHAT_AES_KEYS, WECHAT_APP_ID }) =>
    WECHAT_AES_KEYS.length > 0 && !WECHAT_APP_ID
      ? ['WECHAT_AES_KEYS is given: give WECHAT_APP_ID, WECHAT_SECRET, WECHAT_TOKEN as well, or none of them']
      : [],
  exportedSources: { picture: 'https://mp.weixin.qq.com' },
});
