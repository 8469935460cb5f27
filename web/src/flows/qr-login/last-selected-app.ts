import type { ScanApp } from '@foyer/contract/pages/page-config';
import { lastAppKey } from '../../platform/storage/shared-computer.ts';
import { readLocal, writeLocal } from '../../platform/storage/storage.ts';

/** The app whose tab was selected last, if it is still offered. */
export function readLastSelectedApp(apps: readonly ScanApp[]): ScanApp | undefined {
  const saved = readLocal(lastAppKey);
  return apps.find((app) => app === saved);
}

export const saveLastSelectedApp = (app: ScanApp) => writeLocal(lastAppKey, app);
