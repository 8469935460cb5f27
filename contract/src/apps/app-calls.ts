import type { Call } from '../call.ts';
import { openAlipayScan, pollAlipayScan } from './alipay-calls.ts';
import type { FramedApp, ScanApp } from './scan-apps.ts';
import { pollWechatScan } from './wechat-calls.ts';

/** The polls of the apps whose QR code the page draws; the others have `pollReturnedScan`. */
export type PolledApp = Exclude<ScanApp, FramedApp>;
export const pollScanOf = { wechat: pollWechatScan, alipay: pollAlipayScan } satisfies Record<PolledApp, Call>;
/** The poll names the scene beside the login. */
export const pollsByScene = (app: string) => isPolled(app) && 'sceneId' in pollScanOf[app].request.entries;
export const isPolled = (app: string): app is PolledApp => app in pollScanOf;

/** The calls of one app alone, for the list of all calls. */
export const callsOfApps = {
  poll: { pollWechatScan, pollAlipayScan },
  open: { openAlipayScan },
};
