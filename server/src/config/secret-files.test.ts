import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { problemsOf } from '../../test/support/config-problems.ts';
import { readConfig } from './read-config.ts';
import { isSecret, readValues } from './read-settings.ts';
import { settings } from './settings.ts';

const secretNames = Object.keys(settings).filter(isSecret);

/** One valid value for each secret, by what its parser accepts. */
const valueFor = (name: string) =>
  name.endsWith('_URL')
    ? {
        DATABASE_URL: 'postgres://u:p@db/x',
        MIGRATION_DATABASE_URL: 'postgres://u:p@db/x',
        REDIS_URL: 'redis://:p@cache',
        SMTP_URL: 'smtps://u:p@mail',
      }[name]!
    : /AES_KEY/.test(name)
      ? 'a'.repeat(43)
      : name === 'OIDC_ENCRYPTION_SECRETS'
        ? Buffer.alloc(32, 7).toString('base64')
        : name === 'OTEL_EXPORTER_OTLP_HEADERS'
          ? 'authorization=Bearer%20abc'
          : 's'.repeat(120);

function fileWith(content: string) {
  const folder = temporaryFolder(onTestFinished);
  const path = join(folder, 'secret');
  writeFileSync(path, content);
  return path;
}

test('connection URLs, tokens and keys are secrets', () => {
  expect(secretNames).toEqual(expect.arrayContaining(['DATABASE_URL', 'METRICS_TOKEN', 'OIDC_ENCRYPTION_SECRETS']));
  expect(secretNames.length).toBeGreaterThan(12);
});

test.each(secretNames)('%s is read from the file that the variable with _FILE names', (name) => {
  const problems: string[] = [];
  const read = (env: Record<string, string>) => Reflect.get(readValues(env, problems, '/'), name) as unknown;
  expect(read({ [`${name}_FILE`]: fileWith(`${valueFor(name)}\n`) })).toEqual(read({ [name]: valueFor(name) }));
  expect(problems).toEqual([]);
});

test.each(secretNames)('%s is refused when it is given both ways', (name) => {
  const path = fileWith(valueFor(name));
  expect(problemsOf({ [name]: valueFor(name), [`${name}_FILE`]: path })).toContain(
    `${name} and ${name}_FILE are both given: give one of them`,
  );
});

test('a file that is empty or cannot be read stops the start with its path', () => {
  const empty = fileWith(' \n');
  expect(problemsOf({ METRICS_TOKEN_FILE: empty })).toEqual([`METRICS_TOKEN_FILE is "${empty}": the file is empty`]);
  expect(problemsOf({ REDIS_URL_FILE: '/nowhere/redis' })).toEqual([
    'REDIS_URL_FILE is "/nowhere/redis": the file cannot be read (ENOENT); give a file that this process may read',
  ]);
});

test('a wrong value from a file is not printed', () => {
  expect(problemsOf({ METRICS_TOKEN_FILE: fileWith('short') })).toEqual([
    'METRICS_TOKEN is "…": give at least 16 characters',
  ]);
});

test('a path is relative to the folder of the installation', () => {
  const path = fileWith('a-token-of-some-length');
  const env = { METRICS_TOKEN_FILE: 'secret', PUBLIC_URL: 'https://sign.example.com', SMS_GATEWAY: 'none' };
  const config = readConfig(env, path.slice(0, -'/secret'.length));
  expect(config.metricsToken).toBe('a-token-of-some-length');
});
