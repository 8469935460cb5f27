import type { Config } from '../../config.ts';

/** Where DingTalk's page comes back to; registered with DingTalk letter by letter. */
export const callbackPath = '/thirdparty/dingding/callback';
export const dingtalkCallback = ({ publicUrl, page }: Config) => `${publicUrl}${page.apiBase}${callbackPath}`;

/** An official account may have other codes than ours. */
const mark = 'login_';
export const wechatScene = (scene: string) => `${mark}${scene}`;
export const sceneOf = (text: string) => (text.startsWith(mark) ? text.slice(mark.length) : undefined);
