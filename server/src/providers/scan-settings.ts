import type { ScanApp } from '@foyer/contract/apps/scan-apps';
import { alipaySettings } from './alipay/alipay-settings.ts';
import { dingtalkSettings } from './dingtalk/dingtalk-settings.ts';
import { feishuSettings } from './feishu/feishu.ts';
import { wechatSettings } from './wechat/wechat-settings.ts';

/** The settings of each app. Adding one: docs/flows/qr-login.md. */
export const settingsOf = {
  wechat: wechatSettings,
  alipay: alipaySettings,
  dingtalk: dingtalkSettings,
  feishu: feishuSettings,
} satisfies Record<ScanApp, unknown>;

type SettingsOf = typeof settingsOf;
type Together<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** The environment variables of all apps. */
export const scanSettings = Object.assign({}, ...Object.values(settingsOf).map(({ settings }) => settings)) as Together<
  SettingsOf[ScanApp]['settings']
>;

/** How the service reaches each app; undefined where the app is not configured. */
export type ScanAccess = { [App in ScanApp]?: ReturnType<SettingsOf[App]['accessOf']> | undefined };

/** The apps for QR sign-in; undefined if not configured. */
export type ScanProviders = { [App in ScanApp]: ReturnType<SettingsOf[App]['create']> | undefined };
