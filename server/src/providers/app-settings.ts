import type { SettingsTable, ValuesOf } from '../config/define-setting.ts';
import type { Clock } from '../platform/clock.ts';
import type { Random } from '../platform/random.ts';
import type { Fetch } from './http/upstreams.ts';
import type { ScanProvider } from './scan-provider.ts';

export interface ExportedSources {
  frame?: string;
  picture?: string;
}

/** What every app's client is made with. */
export interface Surroundings {
  clock: Clock;
  random: Random;
  timeout: number;
  request?: Fetch;
}

/** The settings of one app, the access that they make, and the client that it opens. */
export interface AppSettings<Settings extends SettingsTable, Access, Client extends ScanProvider> {
  settings: Settings;
  /** Either all of these are given or none. */
  required: readonly [keyof Settings & string, ...(keyof Settings & string)[]];
  accessOf(values: ValuesOf<Settings>): Access;
  create(access: Access, surroundings: Surroundings): Client;
  /** What else stops the start. */
  problemsOf?(values: ValuesOf<Settings>): string[];
  /** What the exported page may show of the app, whose settings it does not know. */
  exportedSources?: ExportedSources;
}

/** Checks the types of the settings against each other. */
export const defineAppSettings = <Settings extends SettingsTable, Access, Client extends ScanProvider>(
  app: AppSettings<Settings, Access, Client>,
) => app;
