import { expect, test } from 'vitest';
import { problemsOf } from '../../test/support/config-problems.ts';
import { readConfig } from './read-config.ts';

const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://sign.example.com', SMS_GATEWAY: 'none' };
const [newest, oldest] = [Buffer.alloc(32, 1), Buffer.alloc(32, 255)];

test('OpenID Connect is on with the sandbox, and off in production unless it is turned on', () => {
  expect(readConfig({}).oidc).toEqual({ enabled: true, encryptionKeys: [] });
  expect(readConfig({ OIDC: 'off' }).oidc.enabled).toBe(false);
  expect(readConfig(production).oidc.enabled).toBe(false);
});

test('in production it needs a key that is not in the database', () => {
  expect(problemsOf({ ...production, OIDC: 'on' })).toEqual([
    expect.stringMatching(/^OIDC is "on": give OIDC_ENCRYPTION_SECRETS/),
  ]);
  const secrets = `${newest.toString('base64')}, ${oldest.toString('base64url')}`;
  const { oidc } = readConfig({ ...production, OIDC: 'on', OIDC_ENCRYPTION_SECRETS: secrets });
  expect(oidc).toEqual({ enabled: true, encryptionKeys: [newest, oldest] });
});

test.each(['short', 'a'.repeat(64), Buffer.alloc(31).toString('base64'), Buffer.alloc(33).toString('base64')])(
  '%s is no key, and is not printed',
  (secret) => {
    expect(problemsOf({ OIDC_ENCRYPTION_SECRETS: secret })).toEqual([
      expect.stringMatching(/^OIDC_ENCRYPTION_SECRETS is "…": give 32 bytes as base64/),
    ]);
  },
);
