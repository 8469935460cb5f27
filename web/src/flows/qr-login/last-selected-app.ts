import type { ScanApp } from '@foyer/contract/pages/page-config';
import { lastAppKey, readLocal, writeLocal } from '../../platform/storage/storage.ts';

/** The app whose tab was selected last, if it is still offered. */
export function readLastSelectedApp(apps: readonly ScanApp[]): ScanApp | undefined {
  const saved = readLocal(lastAppKey);
  return apps.find((app) => app === saved);
}

/** The app whose QR code is shown when the page opens. */
export const appToShow = (apps: readonly ScanApp[]) => readLastSelectedApp(apps) ?? apps[0]!;

export const saveLastSelectedApp = (app: ScanApp) => writeLocal(lastAppKey, app);
