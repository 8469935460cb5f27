import { alipay } from './alipay.ts';
import { dingtalk } from './dingtalk.ts';
import { feishu } from './feishu.ts';
import type { ScanAppFacts } from './scan-app-facts.ts';
import { wechat } from './wechat.ts';

/** The apps for QR sign-in. Adding one: docs/flows/qr-login.md. */
const table = { wechat, dingtalk, alipay, feishu };

export type ScanApp = keyof typeof table;
export const scanApps = Object.keys(table) as [ScanApp, ...ScanApp[]];
/** The apps of the specification, in its order: they are offered unless others are named. */
export const specifiedApps = ['wechat', 'dingtalk', 'alipay'] as const satisfies ScanApp[];
type Thirdparty = (typeof table)[ScanApp]['thirdparty'];
export const factsOf: Record<ScanApp, ScanAppFacts & { thirdparty: Thirdparty; fallback?: ScanApp }> = table;

/** The apps whose own page shows the QR code, in a frame. */
export type FramedApp = {
  [App in ScanApp]: (typeof table)[App] extends { frame: object } ? App : never;
}[ScanApp];
export const isFramed = (app: ScanApp): app is FramedApp => factsOf[app].frame !== undefined;

export const recordByApp = <Value>(make: (app: ScanApp) => Value) =>
  Object.fromEntries(scanApps.map((app) => [app, make(app)])) as Record<ScanApp, Value>;

/** What the request for a QR code names the apps. */
export const thirdparties = scanApps.map((app): Thirdparty => table[app].thirdparty);
export const appOfThirdparty = (name: Thirdparty) => scanApps.find((app) => table[app].thirdparty === name)!;
