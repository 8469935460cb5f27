import { scanApps } from '@foyer/contract/apps/scan-apps';
import { type ScanAccess, settingsOf } from '../providers/scan-settings.ts';
import type { Config } from './config.ts';
import type { Values } from './read-settings.ts';

/** Each app is configured completely or not at all. An incomplete configuration stops the start. */
export function readScanConfig(values: Values, problems: string[]): Config['scan'] {
  function isConfigured(names: readonly (keyof Values)[]): boolean {
    const missing = names.filter((name) => !values[name]);
    if (missing.length === names.length) return false;
    if (missing.length > 0) {
      const present = names.find((name) => values[name]);
      problems.push(`${present} is given: give ${missing.join(', ')} as well, or none of them`);
    }
    return true;
  }

  if (values.COUNTRY_HEADER && values.TRUSTED_PROXIES.length === 0)
    problems.push('COUNTRY_HEADER is given: give TRUSTED_PROXIES as well, or any client could claim a country');

  const apps: ScanAccess = Object.fromEntries(
    scanApps.flatMap((app) => {
      const { required, accessOf, problemsOf }: AppSettings = settingsOf[app];
      problems.push(...(problemsOf?.(values) ?? []));
      return isConfigured(required) && values.SCAN_APPS.includes(app) ? [[app, accessOf(values)]] : [];
    }),
  );
  return { apps, timeout: values.SCAN_TIMEOUT_MS };
}

/** The settings of any app, as a function of all settings. */
interface AppSettings {
  required: readonly (keyof Values)[];
  accessOf(values: Values): ScanAccess[keyof ScanAccess];
  problemsOf?(values: Values): string[];
}
