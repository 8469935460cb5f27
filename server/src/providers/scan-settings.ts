import type { ScanApp } from '@foyer/contract/apps/scan-apps';
import { alipaySettings } from './alipay/alipay-settings.ts';
import { dingtalkSettings } from './dingtalk/dingtalk-settings.ts';
import { wechatSettings } from './wechat/wechat-settings.ts';

/** To add an app, add a line here and to `scanSettings`. */
export const settingsOf = {
  wechat: wechatSettings,
  alipay: alipaySettings,
  dingtalk: dingtalkSettings,
} satisfies Record<ScanApp, unknown>;

/** The environment variables of all apps. */
export const scanSettings = { ...wechatSettings.settings, ...alipaySettings.settings, ...dingtalkSettings.settings };

/** How the service reaches each app; undefined where the app is not configured. */
export type ScanAccess = { [App in ScanApp]?: ReturnType<(typeof settingsOf)[App]['accessOf']> | undefined };
