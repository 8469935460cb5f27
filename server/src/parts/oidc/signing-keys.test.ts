import { randomBytes } from 'node:crypto';
import { days, hours } from '@foyer/contract/time';
import { buildEndSessionUrl } from 'openid-client';
import { afterEach, expect, test } from 'vitest';
import { createTestApp, newTestDatabase, testAppForFile } from '../../../test/support/test-app.ts';
import { testCli } from '../../../test/support/test-cli.ts';
import {
  addClient,
  newPerson,
  openidClient,
  signedIn,
  signedOut,
  tokensFor,
} from '../../../test/support/flows/test-oidc.ts';
import { oidcKeyRotation } from './signing-keys.ts';
import { oidcKeys } from '../../store/schema/oidc-schema.ts';
import { encryptionKeysOf } from '../encryption/encryption-keys.ts';
import { createSigningKeys } from './signing-keys.ts';

const services = await testAppForFile({ env: { OIDC: 'on' } });
const { stores, clock, random, config } = services;
const db = services.database.sql;
afterEach(async () => {
  await db.delete(oidcKeys);
});

const [first, second] = [randomBytes(32), randomBytes(32)];
const keysWith = (...encryptionKeys: Buffer[]) => createSigningKeys({ stores, clock, random, config, encryptionKeys });
const kids = async (keys: ReturnType<typeof keysWith>) => (await keys.load()).map(({ kid }) => kid);

test('the first use makes one key, also of several nodes at the same time', async () => {
  const nodes = [keysWith(first), keysWith(first), keysWith(first)];
  const [one, ...others] = await Promise.all(nodes.map(kids));
  expect(one).toHaveLength(1);
  expect(others).toEqual([one, one]);
});

test('a private key is stored encrypted, and with another key the start says what to do', async () => {
  const [key] = await keysWith(first).load();
  const stored = JSON.stringify(await db.select().from(oidcKeys));
  for (const part of ['d', 'p', 'q', 'n'] as const) expect(stored).not.toContain(key![part]);
  await keysWith(second, first).check();
  await expect(keysWith(second).check()).rejects.toThrow(
    /cannot be decrypted: add the key that OIDC_ENCRYPTION_SECRETS had/,
  );
});

test('a rotation encrypts the older keys with the newest encryption key, so that the old one can go', async () => {
  const before = await keysWith(first).load();
  await keysWith(second, first).rotate();
  const after = await keysWith(second).load();
  expect(after.map(({ d }) => d)).toContain(before[0]!.d);
  expect(after).toHaveLength(2);
});

test('a new key signs when every node publishes it, and the old one stays as long as a session may last', async () => {
  const keys = keysWith(first);
  const [old] = await kids(keys);
  const made = await keys.rotate();
  expect(await kids(keys)).toEqual([old, made!.kid]);
  services.moveClock(oidcKeyRotation.signsAfter - 1);
  expect(await kids(keys)).toEqual([old, made!.kid]);
  services.moveClock(1);
  expect(await kids(keys)).toEqual([made!.kid, old]);
  services.moveClock(days(7) - 1);
  expect(await kids(keys)).toEqual([made!.kid, old]);
  services.moveClock(1);
  expect(await kids(keys)).toEqual([made!.kid]);
});

test('of two rotations at the same time one is made', async () => {
  const keys = keysWith(first);
  await keys.load();
  const made = await Promise.all([keys.rotate(), keys.rotate(), keys.rotate()]);
  expect(made.filter(Boolean)).toHaveLength(1);
  expect(await keys.load()).toHaveLength(2);
});

test('a running service publishes and uses the key that npx foyer keys rotate has made', async () => {
  await addClient(services, { id: 'contracts' });
  await services.oidc!.refresh();
  const client = await openidClient(services, 'contracts');
  const browser = await signedIn(services, await newPerson(services));
  const kidOf = (token: string) =>
    (JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString()) as { kid: string }).kid;
  const published = async () =>
    (await services.app.inject('/oidc/jwks')).json<{ keys: Record<string, string>[] }>().keys.map(({ kid }) => kid);
  const before = await tokensFor(client, browser);
  const old = kidOf(before.id_token!);
  const made = await keysWith(...(await encryptionKeysOf(config, db))).rotate();
  await services.oidc!.refresh();
  expect(await published()).toEqual([old, made!.kid]);
  expect(kidOf((await tokensFor(client, browser)).id_token!)).toBe(old);
  services.moveClock(oidcKeyRotation.signsAfter);
  await services.oidc!.refresh();
  const after = await tokensFor(await openidClient(services, 'contracts'), browser);
  expect(kidOf(after.id_token!)).toBe(made!.kid);
  services.moveClock(hours(2));
  await services.oidc!.refresh();
  const hint = { id_token_hint: before.id_token!, post_logout_redirect_uri: signedOut };
  expect((await browser.open(buildEndSessionUrl(client, hint))).url.href).toBe(signedOut);
});

test('npx foyer keys lists and rotates the keys, and the published keys hold nothing private', async () => {
  const data = await newTestDatabase();
  const cli = testCli({ ...data, env: { ...data.env, SANDBOX: 'off' } });
  try {
    expect((await cli('keys', 'list')).stdout).toBe('There is no key yet: the first request makes one.');
    expect((await cli('keys', 'rotate')).stdout).toMatch(/^Key [\w-]+ signs from .+ No restart is needed\.$/);
    const { kid } = JSON.parse((await cli('keys', 'rotate', '--json')).stdout) as { kid: string };
    const listed = JSON.parse((await cli('keys', 'list', '--json')).stdout) as {
      kid: string;
      publishedUntil: unknown;
    }[];
    expect(listed.map((key) => [key.kid === kid, key.publishedUntil === null])).toEqual([
      [true, true],
      [false, false],
    ]);
    const node = await createTestApp({ ...data, env: { ...data.env, OIDC: 'on' } });
    const { keys } = (await node.app.inject('/oidc/jwks')).json<{ keys: Record<string, string>[] }>();
    await node.close();
    expect(keys).toHaveLength(2);
    for (const key of keys) expect(Object.keys(key).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use']);
  } finally {
    await data.clear();
  }
});
