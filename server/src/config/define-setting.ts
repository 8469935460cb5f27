import type { Parse } from './setting-values.ts';

export interface WithDefault<Value> {
  about: string;
  parser: Parse<Value>;
  defaultValue: string;
}
export type Optional<Value> = Omit<WithDefault<Value>, 'defaultValue'> & { defaultValue: undefined };

export const optional = <V>(about: string, parser: Parse<V>): Optional<V> => ({
  about,
  parser,
  defaultValue: undefined,
});
export const withDefault = <V>(about: string, parser: Parse<V>, value: string | number): WithDefault<V> => ({
  about,
  parser,
  defaultValue: String(value),
});

export type SettingsTable = Record<string, WithDefault<unknown> | Optional<unknown>>;
type ValueOf<Setting> =
  Setting extends WithDefault<infer Value> ? Value : Setting extends Optional<infer Value> ? Value | undefined : never;
export type ValuesOf<Settings> = { [Name in keyof Settings]: ValueOf<Settings[Name]> };
