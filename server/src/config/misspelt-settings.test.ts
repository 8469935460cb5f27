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
  expect(misspeltSettings({ [name]: 'x' })).toEqual(
    meant === undefined ? [] : [{ event: 'misspeltSetting', name, meant }],
  );
});

test('a setting of an earlier version leads to its name in this one', () => {
  const env = { MESSAGE_PATIENCE_MS: '4000', SCAN_PATIENCE_MS: '2000', SCAN_ASKS_PER_MINUTE: '60' };
  expect(misspeltSettings(env)).toEqual([
    { event: 'renamedSetting', name: 'MESSAGE_PATIENCE_MS', meant: 'MESSAGE_TIMEOUT_MS' },
    { event: 'renamedSetting', name: 'SCAN_PATIENCE_MS', meant: 'SCAN_TIMEOUT_MS' },
    { event: 'renamedSetting', name: 'SCAN_ASKS_PER_MINUTE', meant: 'SCAN_POLLS_PER_MINUTE' },
  ]);
});

test('no setting is taken for another one', () => {
  expect(misspeltSettings(Object.fromEntries(Object.keys(settings).map((name) => [name, 'x'])))).toEqual([]);
});
