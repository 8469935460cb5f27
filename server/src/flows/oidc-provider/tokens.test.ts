import { days, hours, minutes } from '@foyer/contract/time';
import { eq } from 'drizzle-orm';
import * as openid from 'openid-client';
import { describe, expect, test } from 'vitest';
import { testAppForFile } from '../../../test/support/test-app.ts';
import {
  addClient,
  callback,
  errorOf,
  exchange,
  newPerson,
  openidClient,
  readingTogether,
  requestFor,
  secretOf,
  signedIn,
  tokensFor,
} from '../../../test/support/flows/test-oidc.ts';
import { oidcLifetimes } from '../../parts/oidc/lifetimes.ts';
import { sha256 } from '../../platform/sha256.ts';
import { oidcRecords } from '../../store/schema/oidc-schema.ts';
import { accounts } from '../../store/schema/schema.ts';

const services = await testAppForFile({ env: { OIDC: 'on' } });
const db = services.database.sql;
await addClient(services, { id: 'contracts' });
await addClient(services, { id: 'spa', authentication: 'none', secretHash: null });
const client = await openidClient(services, 'contracts');
const spa = await openidClient(services, 'spa', openid.None());

const start = async () => {
  const person = await newPerson(services);
  return { person, ...(await signedIn(services, person)) };
};
const isAlive = async (accessToken: string, ouid: string) =>
  (await errorOf(openid.fetchUserInfo(client, accessToken, ouid))) === 'none';

test('tabs that sign in to one application at once all get tokens that are valid', async () => {
  const { person, open } = await start();
  const requests = await Promise.all([1, 2, 3, 4].map(() => requestFor(client)));
  const places = await Promise.all(requests.map(({ url }) => open(url)));
  for (const [i, { url }] of places.entries()) {
    const { access_token: token } = await exchange(client, url.href, requests[i]!);
    expect(await isAlive(token, person.ouid)).toBe(true);
  }
});

/** What the log says of the last request that was refused. */
const lastRefusal = (): unknown => JSON.parse(services.lines.findLast((line) => line.includes('oidcRefused'))!);

describe('an authorization code', () => {
  test('gives tokens once; a second use ends what the first one gave', async () => {
    const { person, open } = await start();
    const request = await requestFor(client);
    const { url } = await open(request.url);
    const { access_token: token, refresh_token: refresh } = await exchange(client, url.href, request);
    expect(await isAlive(token, person.ouid)).toBe(true);
    expect(await errorOf(exchange(client, url.href, request))).toBe('invalid_grant');
    expect(lastRefusal()).toMatchObject({ client: 'contracts', detail: 'authorization code already consumed' });
    expect(await isAlive(token, person.ouid)).toBe(false);
    expect(await errorOf(openid.refreshTokenGrant(client, refresh!))).toBe('invalid_grant');
  });

  test('gives tokens to one of many simultaneous requests, and these end', async () => {
    const { person, open } = await start();
    const request = await requestFor(client);
    const { url } = await open(request.url);
    const answers = await readingTogether(services, 'AuthorizationCode', () =>
      exchange(client, url.href, request).then(
        (tokens) => tokens.access_token,
        () => undefined,
      ),
    );
    const given = answers.filter((token) => token !== undefined);
    expect(given).toHaveLength(1);
    expect(await isAlive(given[0]!, person.ouid)).toBe(false);
  });

  test('expires after a minute', async () => {
    const { open } = await start();
    const [early, late] = [await requestFor(client), await requestFor(client)];
    const first = await open(early.url);
    services.moveClock(minutes(1) - 1);
    await exchange(client, first.url.href, early);
    const second = await open(late.url);
    services.moveClock(minutes(1));
    expect(await errorOf(exchange(client, second.url.href, late))).toBe('invalid_grant');
  });

  test.each<[string, Record<string, string | undefined>, string]>([
    ['another code verifier', { code_verifier: openid.randomPKCECodeVerifier() }, 'invalid_grant'],
    ['no code verifier', { code_verifier: undefined }, 'invalid_grant'],
    ['another redirect URI', { redirect_uri: `${callback}/` }, 'invalid_grant'],
    ['no redirect URI', { redirect_uri: undefined }, 'invalid_request'],
    ['another client', { client_id: 'spa', client_secret: undefined }, 'invalid_grant'],
    ['a wrong secret', { client_secret: 'wrong' }, 'invalid_client'],
    ['the hash of the secret', { client_secret: 'hash' }, 'invalid_client'],
    ['no secret', { client_secret: undefined }, 'invalid_client'],
  ])('is refused with %s', async (_, changed, error) => {
    const { open } = await start();
    const request = await requestFor(client);
    const { url } = await open(request.url);
    const { secretHash } = (await services.stores.oidcClients.find('contracts'))!;
    const secret = changed['client_secret'] === 'hash' ? { client_secret: secretHash } : {};
    const form = {
      grant_type: 'authorization_code',
      client_id: 'contracts',
      client_secret: 'secret-of-contracts',
      code: url.searchParams.get('code'),
      redirect_uri: callback,
      code_verifier: request.checks.pkceCodeVerifier,
      ...changed,
      ...secret,
    };
    const given = Object.entries(form).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
    const answer = await services.app.inject({
      method: 'POST',
      url: '/oidc/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(given).toString(),
    });
    expect(answer.json()).toMatchObject({ error });
  });
});

describe('a refresh token', () => {
  test('is replaced at every use; a second use ends the whole family', async () => {
    const { person, open } = await start();
    const first = await tokensFor(client, { open });
    const second = await openid.refreshTokenGrant(client, first.refresh_token!);
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect(second.claims()).toMatchObject({ sub: person.ouid });
    const third = await openid.refreshTokenGrant(client, second.refresh_token!);
    services.moveClock(oidcLifetimes.refreshGrace);
    expect(await errorOf(openid.refreshTokenGrant(client, first.refresh_token!))).toBe('invalid_grant');
    expect(await errorOf(openid.refreshTokenGrant(client, third.refresh_token!))).toBe('invalid_grant');
    expect(await isAlive(third.access_token, person.ouid)).toBe(false);
  });

  test('of a public client is replaced as well, and belongs to this client alone', async () => {
    const { open } = await start();
    const first = await tokensFor(spa, { open });
    expect(await errorOf(openid.refreshTokenGrant(client, first.refresh_token!))).toBe('invalid_grant');
    const second = await openid.refreshTokenGrant(spa, first.refresh_token!);
    expect(second.refresh_token).not.toBe(first.refresh_token);
  });

  test('expires after 30 days without use', async () => {
    const { open } = await start();
    const params = { scope: 'openid offline_access', prompt: 'consent' };
    const [kept, left] = [await tokensFor(client, { open }, params), await tokensFor(spa, { open }, params)];
    services.moveClock(days(30) - 1);
    await openid.refreshTokenGrant(client, kept.refresh_token!);
    services.moveClock(1);
    expect(await errorOf(openid.refreshTokenGrant(spa, left.refresh_token!))).toBe('invalid_grant');
  });
});

describe('what an application has received ends', () => {
  test('when it revokes the refresh token, with the access token', async () => {
    const { person, open } = await start();
    const { access_token: token, refresh_token: refresh } = await tokensFor(client, { open });
    await openid.tokenRevocation(client, refresh!);
    expect(await isAlive(token, person.ouid)).toBe(false);
    expect(await errorOf(openid.refreshTokenGrant(client, refresh!))).toBe('invalid_grant');
  });

  test('and the answer to a revocation, which is empty, has no type', async () => {
    const payload = new URLSearchParams({ token: 'x', client_id: 'contracts', client_secret: secretOf('contracts') });
    const { statusCode, headers, body } = await services.app.inject({
      method: 'POST',
      url: '/oidc/revoke',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: payload.toString(),
    });
    expect([statusCode, headers['content-type'], body]).toEqual([200, undefined, '']);
  });

  test('not when another application revokes it', async () => {
    const { person, open } = await start();
    const { access_token: token } = await tokensFor(client, { open });
    await openid.tokenRevocation(spa, token).catch(() => {});
    expect(await isAlive(token, person.ouid)).toBe(true);
  });

  test('when the person signs out of the service', async () => {
    const { person, browser, open } = await start();
    const { access_token: token, refresh_token: refresh } = await tokensFor(client, { open });
    await browser.post('/user/accounts/logout');
    expect(await isAlive(token, person.ouid)).toBe(false);
    expect(await errorOf(openid.refreshTokenGrant(client, refresh!))).toBe('invalid_grant');
  });

  test('not when the person signs out and has allowed offline access, but when they sign out everywhere', async () => {
    const { person, browser, open } = await start();
    const params = { scope: 'openid offline_access', prompt: 'consent' };
    const offline = await tokensFor(client, { open }, params);
    await browser.post('/user/accounts/logout');
    const refreshed = await openid.refreshTokenGrant(client, offline.refresh_token!);
    const again = await signedIn(services, person);
    await again.browser.post('/user/accounts/logout', { everywhere: true });
    expect(await errorOf(openid.refreshTokenGrant(client, refreshed.refresh_token!))).toBe('invalid_grant');
  });

  test('when the account is disabled', async () => {
    const { person, open } = await start();
    const params = { scope: 'openid offline_access', prompt: 'consent' };
    const { access_token: token, refresh_token: refresh } = await tokensFor(client, { open }, params);
    await db.update(accounts).set({ disabledAt: new Date() }).where(eq(accounts.ouid, person.ouid));
    expect(await isAlive(token, person.ouid)).toBe(false);
    expect(await errorOf(openid.refreshTokenGrant(client, refresh!))).toBe('invalid_grant');
  });

  test('after an hour, for an access token', async () => {
    const { person, open } = await start();
    const { access_token: token } = await tokensFor(client, { open });
    services.moveClock(hours(1) - 1);
    expect(await isAlive(token, person.ouid)).toBe(true);
    services.moveClock(1);
    expect(await isAlive(token, person.ouid)).toBe(false);
  });
});

test('a refresh token keeps the session of the person alive', async () => {
  const { browser, open } = await start();
  let { refresh_token: token } = await tokensFor(client, { open });
  for (let visit = 0; visit < 3; visit += 1) {
    services.moveClock(hours(11));
    ({ refresh_token: token } = await openid.refreshTokenGrant(client, token!));
  }
  expect(await browser.get('/user/accounts/me')).toMatchObject({ code: 0 });
});

test('no code or token is stored in a form that could be used', async () => {
  const { open } = await start();
  const request = await requestFor(client);
  const { url } = await open(request.url);
  const tokens = await exchange(client, url.href, request);
  const records = await db.select().from(oidcRecords);
  expect(records).not.toEqual([]);
  const stored = JSON.stringify(records);
  for (const secret of [url.searchParams.get('code')!, tokens.access_token, tokens.refresh_token!])
    expect(stored).not.toContain(secret);
});

test('the old secret is valid until its rotation says, and no longer', async () => {
  const { open } = await start();
  await addClient(services, { id: 'rotated' });
  const old = await openidClient(services, 'rotated');
  await services.stores.oidcClients.rotateSecret('rotated', sha256('new'), new Date(services.clock.now() + hours(1)));
  const renewed = await openidClient(services, 'rotated', openid.ClientSecretBasic('new'));
  await tokensFor(old, { open });
  await tokensFor(renewed, { open });
  services.moveClock(hours(1));
  expect(await errorOf(tokensFor(old, { open }))).toBe('invalid_client');
  await tokensFor(renewed, { open });
});
