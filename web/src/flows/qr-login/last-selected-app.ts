import { type PageConfig, type ScanApp, scanApps } from '@foyer/contract/pages/page-config';
import { readLocal, writeLocal } from '../../platform/storage/storage.ts';

const key = 'preQrLoginWay';

/** The order is always that of `scanApps`, not that of the configuration. */
export const appsOffered = ({ methods }: PageConfig) => scanApps.filter((app) => methods.scan.includes(app));

/** The app whose tab was selected last, if it is still offered. */
export function readLastSelectedApp(apps: readonly ScanApp[]): ScanApp | undefined {
  const saved = readLocal(key);
  return apps.find((app) => app === saved);
}

export const saveLastSelectedApp = (app: ScanApp) => writeLocal(key, app);
