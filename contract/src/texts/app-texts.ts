import { type ScanApp, scanApps } from '../apps/scan-apps.ts';

/** The names of the apps in one language, as the texts of the first load have them. */
type AppNames = Record<`qr.switch.${ScanApp}`, string>;

type KeyOfApp<Key extends string> = Key extends `${infer Before}{app}${infer After}`
  ? `${Before}${ScanApp}${After}`
  : never;

/** A text of each app: in the key `{app}` stands for the app, in the sentence for its name. */
export const textsOfApps = <Key extends string>(names: AppNames, key: Key, sentence: string) =>
  Object.fromEntries(
    scanApps.map((app) => [key.replace('{app}', app), sentence.split('{app}').join(names[`qr.switch.${app}`])]),
  ) as Record<KeyOfApp<Key>, string>;
