import type { ScanApp } from '@foyer/contract/apps/scan-apps';
import { wireOf } from '@foyer/contract/apps/wire-of-apps';
import type { Config } from '../../config/config.ts';

/** Where the app's own page sends the browser back. */
export const callbackOf = ({ publicUrl, page }: Config, app: ScanApp) =>
  `${publicUrl}${page.apiBase}${wireOf[app].callbackPath}`;
