import type { SettingsTable, ValuesOf } from '../config/define-setting.ts';

export interface ExportedSources {
  frame?: string;
  picture?: string;
}

/** The settings of one app, and the access that they make. */
export interface AppSettings<Settings extends SettingsTable, Access> {
  settings: Settings;
  /** Either all of these are given or none. */
  required: readonly [keyof Settings & string, ...(keyof Settings & string)[]];
  accessOf(values: ValuesOf<Settings>): Access;
  /** What else stops the start. */
  problemsOf?(values: ValuesOf<Settings>): string[];
  /** What the exported page may show of the app, whose settings it does not know. */
  exportedSources?: ExportedSources;
}

/** Checks the types of the settings against each other. */
export const defineAppSettings = <Settings extends SettingsTable, Access>(app: AppSettings<Settings, Access>) => app;
