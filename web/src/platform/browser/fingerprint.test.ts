import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => void vi.unstubAllGlobals());

test('a failed fingerprint is computed again, and a computed one is kept', async () => {
  vi.resetModules();
  const digest = vi.fn(async () => new Uint8Array([1, 2]).buffer);
  vi.stubGlobal('location', { origin: 'https://x' });
  vi.stubGlobal('crypto', { subtle: { digest } });
  const { fingerprint } = await import('./fingerprint.ts');

  digest.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
  await expect(fingerprint()).rejects.toThrow();
  expect(await fingerprint()).toBe('0102');
  await fingerprint();
  expect(digest).toHaveBeenCalledTimes(2);
});
