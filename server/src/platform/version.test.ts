import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { versionOf } from './version.ts';

test('the version of a build carries its commit', () => {
  expect(versionOf('0123456789ab')).toBe(`${manifest.version}+0123456789ab`);
  expect(versionOf('')).toBe(manifest.version);
});
