import type { Optional, WithDefault } from './define-setting.ts';
import { InvalidValue } from './setting-values.ts';
import { settings } from './settings.ts';

type ValueOf<Setting> =
  Setting extends WithDefault<infer Value> ? Value : Setting extends Optional<infer Value> ? Value | undefined : never;
export type Values = { [Name in keyof typeof settings]: ValueOf<(typeof settings)[Name]> };

/** Reads all settings and adds a line to `problems` for each invalid one. */
export function readValues(env: Record<string, string | undefined>, problems: string[]): Values {
  const values: Record<string, unknown> = {};
  for (const [name, setting] of Object.entries(settings)) {
    const text = env[name]?.trim() || setting.defaultValue;
    if (text === undefined) continue;
    try {
      values[name] = setting.parser(text);
    } catch (error) {
      if (!(error instanceof InvalidValue)) throw error;
      problems.push(`${name} is "${secrets.test(name) ? '…' : text}": ${error.expected}`);
    }
  }
  return values as Values;
}

/** The content of `.env.example`. */
export const envExample = () =>
  Object.entries(settings)
    .map(([name, { about, defaultValue }]) => `# ${about}\n#${name}=${defaultValue ?? ''}\n`)
    .join('\n');

/** Values that are not printed: they may contain a secret, and a problem may end up in a log. */
const secrets = /SECRET|TOKEN|AES_KEY|PRIVATE_KEY|PHONE_KEY|^(DATABASE|REDIS|SMTP)_URL$/;
