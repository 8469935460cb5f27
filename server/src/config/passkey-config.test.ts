import { expect, test } from 'vitest';
import { problemsOf } from '../../test/support/config-problems.ts';
import { readConfig } from './read-config.ts';

const read = (env: Record<string, string>) => readConfig({ SANDBOX: 'on', ...env });

test('the RP ID and the origin of passkeys come from the public URL', () => {
  const { passkeys, page } = read({ PUBLIC_URL: 'https://sign.example.com:8443' });
  expect(passkeys).toEqual({ rpId: 'sign.example.com', origins: ['https://sign.example.com:8443'] });
  expect(page.methods.passkey).toBe(true);
  expect(read({}).passkeys).toEqual({ rpId: 'localhost', origins: ['http://localhost:3000'] });
});

test('a parent domain and further origins may be configured', () => {
  const env = {
    PUBLIC_URL: 'https://sign.example.com',
    PASSKEY_RP_ID: 'Example.com',
    PASSKEY_ORIGINS: 'https://sign.example.de, https://sign.example.com',
  };
  expect(read(env).passkeys).toEqual({
    rpId: 'example.com',
    origins: ['https://sign.example.com', 'https://sign.example.de'],
  });
});

test.each(['http://sign.example.com', 'http://127.0.0.1:3000', 'https://192.0.2.7', 'https://[2001:db8::1]'])(
  'passkeys are off for %s, where browsers do not allow them',
  (PUBLIC_URL) => {
    const { passkeys, page } = read({ PUBLIC_URL });
    expect(passkeys).toBeUndefined();
    expect(page.methods.passkey).toBe(false);
  },
);

test.each(['https://example.com', '192.0.2.7', '-example.com', 'example', 'example.com/login'])(
  'the RP ID %s is refused',
  (PASSKEY_RP_ID) => {
    expect(problemsOf({ PASSKEY_RP_ID })).toEqual([expect.stringContaining('give a domain such as example.com')]);
  },
);
