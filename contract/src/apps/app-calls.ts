import type { Call } from '../call.ts';
import { openAlipayScan, pollAlipayScan } from './alipay-calls.ts';
import type { FramedApp, ScanApp } from './scan-apps.ts';
import { pollWechatScan } from './wechat-calls.ts';

/** The polls of the apps whose QR code the page draws. After a return from an app, `pollReturnedScan` polls, whichever the app. */
export type DrawnApp = Exclude<ScanApp, FramedApp>;
export const pollScanOf = { wechat: pollWechatScan, alipay: pollAlipayScan } satisfies Record<DrawnApp, Call>;
/** Whether the poll of this app also sends `sceneId`. */
export const pollsByScene = (app: string) => isDrawn(app) && 'sceneId' in pollScanOf[app].request.entries;
export const isDrawn = (app: string): app is DrawnApp => app in pollScanOf;

/** The calls of one app alone, for the list of all calls. */
export const callsOfApps = {
  poll: { pollWechatScan, pollAlipayScan },
  open: { openAlipayScan },
};
