import { type ScanApp, scanApps } from '@foyer/contract/apps/scan-apps';
import type { Config } from '../config/config.ts';
import type { Random } from '../platform/random.ts';
import type { Clock } from '../platform/clock.ts';
import type { Surroundings } from './app-settings.ts';
import type { Upstreams } from './http/upstreams.ts';
import type { ScanProvider } from './scan-provider.ts';
import { type ScanAccess, type ScanProviders, settingsOf } from './scan-settings.ts';

type Access<App extends ScanApp> = NonNullable<ScanAccess[App]>;
const openers: { [App in ScanApp]: { create(access: Access<App>, surroundings: Surroundings): ScanProvider } } =
  settingsOf;

export function createScanApps(
  { scan }: Pick<Config, 'scan'>,
  clock: Clock,
  random: Random,
  upstreams?: Upstreams,
): ScanProviders {
  function open<App extends ScanApp>(app: App, access = scan.apps[app]) {
    const surroundings = { clock, random, timeout: scan.timeout, ...(upstreams && { request: upstreams.fetch(app) }) };
    return access && openers[app].create(access, surroundings);
  }
  return Object.fromEntries(scanApps.map((app) => [app, open(app)])) as ScanProviders;
}
