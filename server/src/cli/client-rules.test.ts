import { expect, test } from 'vitest';
import { clientIdProblem, readPublicKeys, redirectUriProblem } from './client-rules.ts';

test.each(['contracts', 'a', '1', 'com.example.app', 'a_b-c', 'a'.repeat(64)])('%s can be a client id', (id) => {
  expect(clientIdProblem(id)).toBeUndefined();
});

test.each(['', 'Contracts', 'a b', '-a', 'a/b', 'a'.repeat(65), '合同'])('%j cannot be a client id', (id) => {
  expect(clientIdProblem(id)).toMatch(/give 1 to 64 lower-case letters/);
});

test.each([
  ['https://app.example.com/callback', false],
  ['https://app.example.com', false],
  ['http://localhost:5173/callback', false],
  ['http://127.0.0.1/callback', true],
  ['http://[::1]:8080/callback', true],
  ['com.example.app:/callback', true],
])('%s can be a redirect URI', (uri, isPublic) => {
  expect(redirectUriProblem(uri, { isPublic })).toBeUndefined();
});

test.each<[string, boolean, string]>([
  ['http://app.example.com/cb', false, 'give https://app.example.com/cb; http is allowed for localhost only'],
  ['app.example.com/cb', false, 'give a complete URI such as https://app.example.com/cb'],
  ['/callback', false, 'give a complete URI such as https://'],
  ['https://*.example.com/cb', false, 'there are no wildcards'],
  ['https://app.example.com/cb#done', false, 'give it without a fragment: https://app.example.com/cb'],
  ['https://app.example.com/cb#', false, 'give it without a fragment: https://app.example.com/cb'],
  ['https://user@app.example.com/cb', false, 'without a user name'],
  ['https://app.example.com/c b', false, 'without spaces'],
  ['https://应用.example.com/cb', false, 'with other letters escaped'],
  ['com.example.app:/callback', false, 'give a URI that starts with https://'],
  ['myapp:/callback', true, 'begins with a domain of yours, reversed'],
  ['javascript:alert(1)', true, 'give a URI that starts with https://'],
  ['data:text/html,x', true, 'give a URI that starts with https://'],
])('%s is refused as a redirect URI, with what would be right', (uri, isPublic, reason) => {
  expect(redirectUriProblem(uri, { isPublic })).toContain(reason);
});

const key = { kty: 'EC', crv: 'P-256', x: 'x', y: 'y', kid: '1' };

test('public keys may be a set or a key alone', () => {
  expect(readPublicKeys(JSON.stringify({ keys: [key, key] }))).toEqual({ keys: [key, key] });
  expect(readPublicKeys(JSON.stringify(key))).toEqual({ keys: [key] });
});

test.each([
  ['no JSON', 'hello', 'no key is in it'],
  ['an empty set', '{"keys":[]}', 'no key is in it'],
  ['something else', '{"key":1}', 'no key is in it'],
  ['a symmetric key', '{"kty":"oct","k":"x"}', 'not a key of the kind RSA, EC or OKP'],
  ['a private key', JSON.stringify({ ...key, d: 'd' }), 'give the public key alone'],
])('%s is refused as public keys', (_, text, reason) => {
  expect(readPublicKeys(text)).toEqual({ problem: expect.stringContaining(reason) });
});
