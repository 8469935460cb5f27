import type { ScanApp } from '@foyer/contract/pages/page-config';
import { dingtalkCallback } from '@foyer/contract/flows/qr-login';
import type { Config } from '../../config/config.ts';

/** The return paths of the apps' own pages, exactly as registered with each app. */
export const callbackPaths: Record<ScanApp, string> = {
  wechat: '/thirdparty/wechat/callback',
  alipay: '/thirdparty/alipay/callback',
  dingtalk: dingtalkCallback,
};
export const callbackOf = ({ publicUrl, page }: Config, app: ScanApp) =>
  `${publicUrl}${page.apiBase}${callbackPaths[app]}`;

/** Marks our scenes: an official account may have other QR codes too. */
const scenePrefix = 'login_';
export const wechatScene = (scene: string) => `${scenePrefix}${scene}`;
export const sceneOf = (text: string) => (text.startsWith(scenePrefix) ? text.slice(scenePrefix.length) : undefined);
