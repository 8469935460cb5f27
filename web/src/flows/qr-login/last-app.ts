import { type PageConfig, type ScanApp, scanApps } from '@foyer/contract/pages/page-config';
import { recall, remember } from '../../platform/storage/storage.ts';

const key = 'preQrLoginWay';

/** Always in the same order, whatever the configuration's. */
export const appsOffered = ({ methods }: PageConfig) => scanApps.filter((app) => methods.scan.includes(app));

/** What was chosen last time, as long as it is still offered. */
export function lastApp(offered: readonly ScanApp[]): ScanApp | undefined {
  const kept = recall(key);
  return offered.find((app) => app === kept);
}

export const keepApp = (app: ScanApp) => remember(key, app);
