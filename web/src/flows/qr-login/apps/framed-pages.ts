import type { FramedApp } from '@foyer/contract/apps/scan-apps';
import { dingtalkPage } from './dingtalk/dingtalk-page.ts';
import { feishuPage } from './feishu/feishu-page.ts';
import type { FramedPage } from './frame-message.ts';

/** Loaded with the first frame. */
export const framedPages: Record<FramedApp, FramedPage> = { dingtalk: dingtalkPage, feishu: feishuPage };
