import { expect, test } from 'vitest';
import { createSafeFetch } from './safe-fetch.ts';

const outbound = createSafeFetch({ inside: [] });

test.each([
  'http://example.com/.well-known/openid-configuration',
  'https://127.0.0.1/',
  'https://10.0.0.8/',
  'https://[::1]/',
  'https://[::ffff:10.0.0.8]/',
  'https://169.254.169.254/latest/meta-data/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://localhost/',
])('nobody has us ask %s for them', async (address) => {
  await expect(outbound(address)).rejects.toMatchObject({
    message: expect.stringMatching(/not (https|a public address)/),
  });
});

test('an origin inside is asked when the operator has named it, and no other', async () => {
  const named = createSafeFetch({ inside: ['http://127.0.0.1:9'] });
  await expect(named('http://127.0.0.1:9/')).rejects.toThrow('fetch failed');
  await expect(named('http://127.0.0.1:99/')).rejects.toThrow('not https');
});
