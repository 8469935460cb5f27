import { expect, test, vi } from 'vitest';
import { digestOfInputs } from './build-if-stale.mjs';

test('a build with another FOYER_COMMIT is stale', () => {
  vi.stubEnv('FOYER_COMMIT', '');
  const without = digestOfInputs();
  vi.stubEnv('FOYER_COMMIT', '0123456789ab');
  const withCommit = digestOfInputs();
  expect(withCommit).not.toBe(without);
  expect(digestOfInputs()).toBe(withCommit);
  vi.unstubAllEnvs();
});
