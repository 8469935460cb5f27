import { createPublicKey, verify } from 'node:crypto';
import { minutes, seconds } from '@foyer/contract/time';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { openNode, testAppForFile } from '../../../test/support/test-app.ts';
import { newPerson, signedIn } from '../../../test/support/flows/test-oidc.ts';
import { encryptionKeysOf } from '../../parts/encryption/encryption-keys.ts';
import { createSigningKeys } from '../../parts/oidc/signing-keys.ts';
import { accounts } from '../../store/schema/schema.ts';

const application = 'https://app.example.com:8443';
const services = await testAppForFile({
  env: { OIDC: 'on', ALLOWED_REDIRECTS: application, TRUSTED_PROXIES: '127.0.0.1' },
});
const { publicUrl } = services.config;

type Browser = ReturnType<typeof services.browser>;
const url = '/api/session/verify';

async function tokenOf(browser: Browser, origin = publicUrl) {
  const headers = { host: new URL(publicUrl).host, 'x-forwarded-host': new URL(origin).host };
  const answer = await browser.send({ method: 'GET', url, remoteAddress: '127.0.0.1', headers });
  return String(answer.headers['x-foyer-token']);
}

const json = (part = '') =>
  JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as Record<string, unknown> & { exp: number; iat: number };

/** Verifies a token as an application does, with the published keys. */
async function read(token: string) {
  const [header, claims, signature = ''] = token.split('.');
  const { keys } = (await services.app.inject('/oidc/jwks')).json<{ keys: (JsonWebKey & { kid: string })[] }>();
  const { kid, alg, typ } = json(header);
  const key = createPublicKey({ key: { ...keys.find((one) => one.kid === kid) }, format: 'jwk' });
  const signed = Buffer.from(`${header}.${claims}`);
  expect(verify('sha256', signed, key, Buffer.from(signature, 'base64url'))).toBe(true);
  return { kid, alg, typ, claims: json(claims) };
}

describe('the token of a check', () => {
  test('is signed with a published key, for the host of the application, and lives two minutes', async () => {
    const person = await newPerson(services, { name: '林爱丽', email: 'lin@example.com' });
    const { browser } = await signedIn(services, person);
    const now = Math.floor(services.clock.now() / seconds(1));
    expect(await read(await tokenOf(browser))).toEqual({
      kid: expect.any(String),
      alg: 'RS256',
      typ: 'foyer-session+jwt',
      claims: {
        iss: publicUrl,
        aud: new URL(publicUrl).host,
        sub: person.ouid,
        iat: now,
        exp: now + 120,
        auth_time: now,
        acr: 'urn:foyer:one-factor',
        amr: ['pwd'],
        name: '林爱丽',
        email: 'lin@example.com',
        email_verified: true,
        phone_number: `+86${person.mobile}`,
        phone_number_verified: true,
      },
    });
  });

  test('is another one for another application', async () => {
    const { browser } = await signedIn(services, await newPerson(services));
    const [ours, theirs] = [await tokenOf(browser), await tokenOf(browser, application)];
    expect((await read(ours)).claims['aud']).toBe(new URL(publicUrl).host);
    expect((await read(theirs)).claims['aud']).toBe('app.example.com:8443');
  });

  test('is the same for a minute, so that at least one more is left', async () => {
    const { browser } = await signedIn(services, await newPerson(services));
    const first = await tokenOf(browser);
    services.moveClock(minutes(1) - 1);
    expect(await tokenOf(browser)).toBe(first);
    services.moveClock(1);
    const second = await tokenOf(browser);
    expect(second).not.toBe(first);
    expect((await read(second)).claims.exp).toBe((await read(first)).claims.exp + 60);
  });

  test('is another one for another session of the same person', async () => {
    const person = await newPerson(services);
    const [here, there] = [await signedIn(services, person), await signedIn(services, person)];
    const first = await tokenOf(here.browser);
    services.moveClock(seconds(1));
    expect(await tokenOf(there.browser)).not.toBe(first);
  });

  test.each([
    ['its name', 'name', { name: '林艾丽' }, '林艾丽'],
    ['its Latin name', 'name', { latinName: 'Al' }, 'Al'],
    ['its language', 'name', { language: 'zh-CN' }, '林爱丽'],
    ['its e-mail address', 'email', { email: 'al@example.com' }, 'al@example.com'],
    ['its mobile number', 'phone_number', { mobile: '13712345678' }, '+8613712345678'],
  ] as const)('follows a change of the account at once: %s', async (what, claim, change, expected) => {
    const inEnglish = what === 'its name' ? {} : ({ latinName: 'Alice', language: 'en-US' } as const);
    const person = await newPerson(services, { name: '林爱丽', ...inEnglish });
    const { browser } = await signedIn(services, person);
    expect((await read(await tokenOf(browser))).claims[claim]).not.toBe(expected);
    await services.database.sql.update(accounts).set(change).where(eq(accounts.ouid, person.ouid));
    expect((await read(await tokenOf(browser))).claims[claim]).toBe(expected);
  });

  test('says one factor at once where the factor that made it two was replaced', async () => {
    const person = await newPerson(services);
    const { browser } = await signedIn(services, person);
    const { sessions } = services.stores;
    const token = await sessions.proveAgain(browser.jar.get('foyer_session')!, ['password', 'totp']);
    browser.jar.set('foyer_session', token!);
    const two = { acr: 'urn:foyer:two-factors', amr: ['pwd', 'otp', 'mfa'] };
    expect((await read(await tokenOf(browser))).claims).toMatchObject(two);
    const ever = { from: new Date(0), until: new Date(services.clock.now() + 1) };
    await sessions.relabel(person.ouid, 'totp', 'mail', ever);
    const one = { acr: 'urn:foyer:one-factor', amr: ['otp', 'pwd'] };
    expect((await read(await tokenOf(browser))).claims).toMatchObject(one);
  });

  test('is signed with the new key after a rotation', async () => {
    const { browser } = await signedIn(services, await newPerson(services));
    const { kid: before } = await read(await tokenOf(browser));
    const encryptionKeys = await encryptionKeysOf(services.config, services.database.sql);
    const rotated = await createSigningKeys({ ...services, encryptionKeys }).rotate();
    services.moveClock(minutes(3));
    await services.oidc!.refresh();
    const { kid: after } = await read(await tokenOf(browser));
    expect([before === after, after]).toEqual([false, rotated!.kid]);
  });
});

test.each([
  ['is absent without OpenID Connect', { OIDC: 'off' }, ['x-foyer-user', 'x-foyer-mobile', 'x-foyer-factors']],
  ['is absent where it is not configured', { OIDC: 'on', FORWARD_AUTH_HEADERS: 'user' }, ['x-foyer-user']],
])('the token %s', async (_, env, expected) => {
  const node = await openNode(services, env);
  const { browser } = await signedIn(node, await newPerson(node));
  const { headers } = await browser.send({ method: 'GET', url, headers: { host: new URL(publicUrl).host } });
  expect(Object.keys(headers).filter((name) => name.startsWith('x-foyer-'))).toEqual(expected);
});

test('the token tells what the headers tell, and no more', async () => {
  const node = await openNode(services, { OIDC: 'on', FORWARD_AUTH_HEADERS: 'name,token' });
  const { browser } = await signedIn(node, await newPerson(node, { name: '林爱丽' }));
  const { headers } = await browser.send({ method: 'GET', url, headers: { host: new URL(publicUrl).host } });
  const { claims } = await read(String(headers['x-foyer-token']));
  expect(Object.keys(claims).sort()).toEqual(['aud', 'auth_time', 'exp', 'iat', 'iss', 'name', 'sub']);
});
