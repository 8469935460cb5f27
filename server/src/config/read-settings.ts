import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ValuesOf } from './define-setting.ts';
import { InvalidValue } from './setting-values.ts';
import { settings } from './settings.ts';

export type Values = ValuesOf<typeof settings>;

type Environment = Record<string, string | undefined>;

/** Reads all settings and adds a line to `problems` for each invalid one. Paths are relative to `root`. */
export function readValues(env: Environment, problems: string[], root: string): Values {
  const values: Record<string, unknown> = {};
  for (const [name, setting] of Object.entries(settings)) {
    const given = isSecret(name) ? secretText(env, name, root, problems) : env[name]?.trim();
    const text = given || setting.defaultValue;
    if (text === undefined) continue;
    try {
      values[name] = setting.parser(text);
    } catch (error) {
      if (!(error instanceof InvalidValue)) throw error;
      problems.push(`${name} is "${isSecret(name) ? '…' : text}": ${error.expected}`);
    }
  }
  return values as Values;
}

/** The values of all secrets that are set. */
export const secretTexts = (env: Environment, root = process.cwd()): string[] =>
  Object.keys(settings)
    .filter(isSecret)
    .flatMap((name) => secretText(env, name, root, []) ?? []);

/** The variable that names a file with the value of a secret, as container platforms and systemd hand out secrets. */
const fileVariable = (name: string) => `${name}_FILE`;

/** The value of a secret from its variable, or from the file that the other variable names. */
function secretText(env: Environment, name: string, root: string, problems: string[]): string | undefined {
  const variable = fileVariable(name);
  const [text, path] = [env[name]?.trim(), env[variable]?.trim()];
  if (!path) return text;
  if (text) {
    problems.push(`${name} and ${variable} are both given: give one of them`);
    return undefined;
  }
  try {
    const content = readFileSync(resolve(root, path), 'utf8').trim();
    if (!content) problems.push(`${variable} is "${path}": the file is empty`);
    return content;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'error';
    problems.push(
      `${variable} is "${path}": the file cannot be read (${code}); give a file that this process may read`,
    );
    return undefined;
  }
}

/** The content of `.env.example`. */
export const envExample = () =>
  Object.entries(settings)
    .map(([name, { about, defaultValue }]) => {
      const lines = [`# ${about}`, `#${name}=${defaultValue ?? ''}`];
      if (isSecret(name)) lines.push('# Or the path of a file that contains it:', `#${fileVariable(name)}=`);
      return `${lines.join('\n')}\n`;
    })
    .join('\n');

/** Values that are not printed: they may contain a secret, and a problem may end up in a log. */
export const isSecret = (name: string) =>
  /SECRET|TOKEN|AES_KEY|PRIVATE_KEY|PHONE_KEY|^((MIGRATION_)?DATABASE|REDIS|SMTP)_URL$|^OTEL_EXPORTER_OTLP_HEADERS$/.test(
    name,
  );
