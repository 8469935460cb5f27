import { expect, test } from 'vitest';
import { createSafeFetch } from './safe-fetch.ts';

const safeFetch = createSafeFetch({ internalOrigins: [] });

test.each([
  ['http://example.com/.well-known/openid-configuration', 'NOT_HTTPS'],
  ['https://127.0.0.1/', 'NOT_PUBLIC'],
  ['https://10.0.0.8/', 'NOT_PUBLIC'],
  ['https://[::1]/', 'NOT_PUBLIC'],
  ['https://[::ffff:10.0.0.8]/', 'NOT_PUBLIC'],
  ['https://169.254.169.254/latest/meta-data/', 'NOT_PUBLIC'],
  ['https://2130706433/', 'NOT_PUBLIC'],
  ['https://0x7f.1/', 'NOT_PUBLIC'],
  ['https://localhost/', 'NOT_PUBLIC'],
])('does not request %s', async (url, code) => {
  await expect(safeFetch(url)).rejects.toMatchObject({ code });
});

test('requests an internal origin only if the operator has named it', async () => {
  const named = createSafeFetch({ internalOrigins: ['http://127.0.0.1:9'] });
  // fetch itself refuses port 9, so the request was tried.
  await expect(named('http://127.0.0.1:9/')).rejects.toMatchObject({ code: 'TypeError' });
  await expect(named('http://127.0.0.1:99/')).rejects.toMatchObject({ code: 'NOT_HTTPS' });
});

test('looks at what a name leads to at each request, and refuses it when one of its addresses is inside [AC-77]', async () => {
  const answers = [['2606:4700:4700::1111', '10.0.0.8'], ['10.0.0.8']];
  const named: string[] = [];
  const rebinding = createSafeFetch({
    internalOrigins: [],
    lookup(host, _options, done) {
      named.push(host);
      const addresses = answers.shift() ?? [];
      done(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      );
    },
  });
  for (let request = 0; request < 3; request += 1)
    await expect(rebinding('https://rebind.example/')).rejects.toMatchObject({ code: 'NOT_PUBLIC' });
  expect(named).toEqual(Array.from({ length: 3 }, () => 'rebind.example'));
});
