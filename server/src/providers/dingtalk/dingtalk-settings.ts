import { optional, withDefault } from '../../config/define-setting.ts';
import * as parse from '../../config/setting-values.ts';
import { defineAppSettings } from '../app-settings.ts';
import { type DingtalkAccess, createDingtalk } from './dingtalk.ts';

const settings = {
  DINGTALK_CLIENT_ID: optional('AppKey of the DingTalk application that people scan with.', parse.text),
  DINGTALK_CLIENT_SECRET: optional('AppSecret of DINGTALK_CLIENT_ID.', parse.secret(8)),
  DINGTALK_LOGIN_URL: withDefault("Base URL of DingTalk's sign-in page.", parse.baseUrl, 'https://login.dingtalk.com'),
  DINGTALK_API_URL: withDefault("Base URL of DingTalk's API.", parse.baseUrl, 'https://api.dingtalk.com'),
};

export const dingtalkSettings = defineAppSettings({
  settings,
  required: ['DINGTALK_CLIENT_ID', 'DINGTALK_CLIENT_SECRET'],
  accessOf: (values): DingtalkAccess => ({
    loginUrl: values.DINGTALK_LOGIN_URL,
    apiUrl: values.DINGTALK_API_URL,
    clientId: values.DINGTALK_CLIENT_ID ?? '',
    clientSecret: values.DINGTALK_CLIENT_SECRET ?? '',
  }),
  create: (access, { timeout, request }) => createDingtalk(access, timeout, request),
  exportedSources: { frame: 'https://login.dingtalk.com' },
});
