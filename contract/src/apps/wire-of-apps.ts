import { alipayWire } from './alipay-wire.ts';
import type { AppWire } from './app-wire.ts';
import { dingtalkWire } from './dingtalk-wire.ts';
import { type ScanApp, scanApps } from './scan-apps.ts';
import { wechatWire } from './wechat-wire.ts';

const table = {
  wechat: wechatWire,
  dingtalk: dingtalkWire,
  alipay: alipayWire,
} satisfies Record<ScanApp, AppWire>;

type Transfer = (typeof table)[ScanApp]['transfer'];
export const wireOf: Record<ScanApp, AppWire & { transfer: Transfer }> = table;

/** What one-click sign-in names the apps. */
export const transfers = scanApps.map((app): Transfer => table[app].transfer);
export const appOfTransfer = (name: Transfer) => scanApps.find((app) => table[app].transfer === name)!;
