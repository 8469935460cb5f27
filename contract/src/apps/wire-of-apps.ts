import { alipayWire } from './alipay-wire.ts';
import type { AppWire } from './app-wire.ts';
import { dingtalkWire } from './dingtalk-wire.ts';
import { type ScanApp, scanApps } from './scan-apps.ts';
import { wechatWire } from './wechat-wire.ts';

/** The specification fixes the wire names of these apps; another app gets names that are made from its own. */
const specified = { wechat: wechatWire, dingtalk: dingtalkWire, alipay: alipayWire };
type Specified = typeof specified;

type TransferOf<App extends ScanApp> = App extends keyof Specified
  ? Specified[App]['transfer']
  : `PC_${Uppercase<App>}_USER_TRANSFER`;
type Transfer = { [App in ScanApp]: TransferOf<App> }[ScanApp];
type Wire = AppWire & { transfer: Transfer };

const usual = (app: ScanApp): AppWire => ({
  transfer: `PC_${app.toUpperCase()}_USER_TRANSFER`,
  bindPath: `/login/commit/${app}Principal`,
  callbackPath: `/thirdparty/${app}/callback`,
});

export const wireOf = Object.fromEntries(
  scanApps.map((app) => [app, (specified as Partial<Record<ScanApp, Wire>>)[app] ?? usual(app)]),
) as Record<ScanApp, Wire>;

/** What one-click sign-in names the apps. */
export const transfers = scanApps.map((app) => wireOf[app].transfer);
export const appOfTransfer = (name: Transfer) => scanApps.find((app) => wireOf[app].transfer === name)!;
