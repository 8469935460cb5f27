import { type ScanApp, scanApps } from '@foyer/contract/apps/scan-apps';
import type { Config } from '../config/config.ts';
import type { Random } from '../platform/random.ts';
import type { Clock } from '../platform/clock.ts';
import type { Fetch, Upstreams } from './http/upstreams.ts';
import { createAlipay } from './alipay/alipay.ts';
import { createDingtalk } from './dingtalk/dingtalk.ts';
import type { ScanProvider } from './scan-provider.ts';
import type { ScanAccess } from './scan-settings.ts';
import { createWechat } from './wechat/wechat.ts';

/** What every app's client is made with. */
interface Surroundings {
  clock: Clock;
  random: Random;
  timeout: number;
  request?: Fetch;
}
type Access<App extends ScanApp> = NonNullable<ScanAccess[App]>;
type Creators = { [App in ScanApp]: (access: Access<App>, surroundings: Surroundings) => ScanProvider };

const creators = {
  wechat: (access: Access<'wechat'>, { clock, random, timeout, request }: Surroundings) =>
    createWechat(access, clock, random, timeout, request),
  alipay: (access: Access<'alipay'>, { clock, timeout, request }: Surroundings) =>
    createAlipay(access, clock, timeout, request),
  dingtalk: (access: Access<'dingtalk'>, { timeout, request }: Surroundings) =>
    createDingtalk(access, timeout, request),
} satisfies Creators;

/** The apps for QR sign-in; undefined if not configured. */
export type ScanProviders = { [App in ScanApp]: ReturnType<(typeof creators)[App]> | undefined };

export function createScanApps(
  { scan }: Pick<Config, 'scan'>,
  clock: Clock,
  random: Random,
  upstreams?: Upstreams,
): ScanProviders {
  function open<App extends ScanApp>(app: App, access = scan.apps[app]) {
    const surroundings = { clock, random, timeout: scan.timeout, ...(upstreams && { request: upstreams.fetch(app) }) };
    const create: Creators[App] = creators[app];
    return access && create(access, surroundings);
  }
  return Object.fromEntries(scanApps.map((app) => [app, open(app)])) as ScanProviders;
}
