import type { ScanApp } from '@foyer/contract/pages/page-config';
import { dingtalkCallback } from '@foyer/contract/flows/qr-login';
import type { Config } from '../../config/config.ts';

/** Where the apps' own pages come back to; registered with each of them letter by letter. */
export const callbackPaths: Record<ScanApp, string> = {
  wechat: '/thirdparty/wechat/callback',
  alipay: '/thirdparty/alipay/callback',
  dingtalk: dingtalkCallback,
};
export const callbackOf = ({ publicUrl, page }: Config, app: ScanApp) =>
  `${publicUrl}${page.apiBase}${callbackPaths[app]}`;

/** An official account may have other codes than ours. */
const mark = 'login_';
export const wechatScene = (scene: string) => `${mark}${scene}`;
export const sceneOf = (text: string) => (text.startsWith(mark) ? text.slice(mark.length) : undefined);
