import type { ScanApp } from '@foyer/contract/pages/page-config';
import { readLocal, writeLocal } from '../../platform/storage/storage.ts';

const key = 'preQrLoginWay';

/** The app whose tab was selected last, if it is still offered. */
export function readLastSelectedApp(apps: readonly ScanApp[]): ScanApp | undefined {
  const saved = readLocal(key);
  return apps.find((app) => app === saved);
}

export const saveLastSelectedApp = (app: ScanApp) => writeLocal(key, app);
