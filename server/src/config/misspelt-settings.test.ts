import { expect, test } from 'vitest';
import { misspeltSettings } from './misspelt-settings.ts';
import { settings } from './settings.ts';

test.each([
  ['DATABASE_URI', 'DATABASE_URL'],
  ['DATBASE_URL', 'DATABASE_URL'],
  ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
  ['TRUSTED_PROXYS', 'TRUSTED_PROXIES'],
  ['METRICS_TOKEN_FIL', 'METRICS_TOKEN_FILE'],
  ['DATABASE_PORT', undefined],
  ['TRUSTED_PROXYES', 'TRUSTED_PROXIES'],
  ['METRICS_TOKENFILE', 'METRICS_TOKEN_FILE'],
  ['PATH', undefined],
  ['HOSTNAME', undefined],
  ['REDIS_SERVICE_HOST', undefined],
])('%s is almost the setting %s', (name, meant) => {
  expect(misspeltSettings({ [name]: 'x' })).toEqual(meant === undefined ? [] : [{ name, meant }]);
});

test('no setting is taken for another one', () => {
  expect(misspeltSettings(Object.fromEntries(Object.keys(settings).map((name) => [name, 'x'])))).toEqual([]);
});
