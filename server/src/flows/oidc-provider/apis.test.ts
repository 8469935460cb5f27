import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { minutes } from '@foyer/contract/time';
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
  requestFor,
  signedIn,
  tokensFor,
} from '../../../test/support/flows/test-oidc.ts';

import { encryptionKeysOf } from '../../parts/encryption/encryption-keys.ts';
import { createSigningKeys } from '../../parts/oidc/signing-keys.ts';
import { oidcKeyRotation } from '../../parts/oidc/signing-keys.ts';

/* Access tokens for APIs: what an API can check by itself, and what it can ask. */

const services = await testAppForFile({ env: { OIDC: 'on' } });
const { publicUrl } = services.config;
const [contracts, archive] = ['https://contracts.example.com', 'https://archive.example.com'];
for (const audience of [contracts, archive])
  await services.stores.oidcApis.put({
    audience,
    name: audience,
    scopes: ['read', 'write', 'erase'],
    createdAt: new Date(services.clock.now()),
  });
await addClient(services, { id: 'app', apiScopes: { [contracts]: ['read', 'write'] } });
await addClient(services, { id: 'partner', firstParty: false, apiScopes: { [contracts]: ['read'] } });
await addClient(services, { id: 'plain' });
const machine = { redirectUris: [], machine: true };
await addClient(services, { id: 'nightly', ...machine, apiScopes: { [contracts]: ['read'] } });
await addClient(services, { id: 'both', ...machine, apiScopes: { [contracts]: ['read'], [archive]: ['read'] } });
await addClient(services, { id: 'gateway', introspects: ['app'], redirectUris: [] });

const clients = Object.fromEntries(
  await Promise.all(
    ['app', 'partner', 'plain', 'nightly', 'both', 'gateway'].map(async (id) => [id, await openidClient(services, id)]),
  ),
) as Record<'app' | 'partner' | 'plain' | 'nightly' | 'both' | 'gateway', openid.Configuration>;

/** What an API does with a token. */
async function check(token: string, audience: string, currentDate = new Date()) {
  const keys = createLocalJWKSet((await services.app.inject('/oidc/jwks')).json());
  return jwtVerify(token, keys, {
    issuer: publicUrl,
    audience,
    typ: 'at+jwt',
    currentDate,
  });
}

/** The access token of a person for the API. */
async function tokenOf(client: openid.Configuration, scope: string, resource = contracts) {
  const person = await newPerson(services);
  const browser = await signedIn(services, person);
  const request = await requestFor(client, { scope, resource });
  const { url } = await browser.open(request.url);
  const tokens = await openid.authorizationCodeGrant(
    client,
    url,
    { idTokenExpected: true, ...request.checks },
    { resource },
  );
  return { person, tokens };
}

describe('a person’s access token for an API', () => {
  test('is a JWT for it, with the scopes that the application has there, for ten minutes', async () => {
    const { person, tokens } = await tokenOf(clients.app, 'openid read write erase');
    const { payload } = await check(tokens.access_token, contracts);
    expect(payload).toMatchObject({ sub: person.ouid, aud: contracts, client_id: 'app', scope: 'read write' });
    expect(payload.exp! - payload.iat!).toBe(minutes(10) / 1000);
    await expect(check(tokens.access_token, archive)).rejects.toThrow('"aud"');
    expect(await errorOf(openid.fetchUserInfo(clients.app, tokens.access_token, person.ouid))).not.toBe('none');
    const ended = check(tokens.access_token, contracts, new Date(payload.exp! * 1000));
    await expect(ended).rejects.toThrow('"exp"');
  });

  test('is refreshed for the same API, and with no more scopes', async () => {
    const { tokens } = await tokenOf(clients.app, 'openid offline_access read');
    const refreshed = await openid.refreshTokenGrant(clients.app, tokens.refresh_token!, { resource: contracts });
    expect((await check(refreshed.access_token, contracts)).payload).toMatchObject({ scope: 'read' });
    const more = openid.refreshTokenGrant(clients.app, refreshed.refresh_token!, {
      resource: contracts,
      scope: 'openid read write',
    });
    expect(await errorOf(more)).toBe('invalid_scope');
  });

  test('stays checkable when the key that signed it is followed by another one', async () => {
    const kidOf = (token: string) => decodeProtectedHeader(token).kid;
    const { tokens } = await tokenOf(clients.app, 'openid read');
    const encryptionKeys = await encryptionKeysOf(services.config, services.database.sql);
    const keys = createSigningKeys({ ...services, encryptionKeys });
    await keys.rotate();
    services.moveClock(oidcKeyRotation.signsAfter);
    await services.oidc!.refresh();
    const later = await tokenOf(await openidClient(services, 'app'), 'openid read');
    expect(kidOf(later.tokens.access_token)).not.toBe(kidOf(tokens.access_token));
    for (const { access_token } of [tokens, later.tokens])
      expect((await check(access_token, contracts)).payload).toMatchObject({ aud: contracts, client_id: 'app' });
  });

  test('is still the short one of this service where no API is named', async () => {
    const tokens = await tokensFor(clients.app, await signedIn(services, await newPerson(services)));
    expect(tokens.access_token).not.toContain('.');
  });

  test.each([
    ['an application of someone else', 'partner', contracts],
    ['an application that has no API', 'plain', contracts],
    ['an API of others', 'app', archive],
    ['an API that is not registered', 'app', 'https://other.example.com'],
  ] as const)('is refused to %s', async (_, id, resource) => {
    const { open } = await signedIn(services, await newPerson(services));
    const { url } = await open((await requestFor(clients[id], { scope: 'openid read', resource })).url);
    expect(url.searchParams.get('error')).toBe('invalid_target');
  });

  test('is not given for an API that only the exchange of the code names', async () => {
    const { open } = await signedIn(services, await newPerson(services));
    const request = await requestFor(clients.app, { scope: 'openid read' });
    const { url } = await open(request.url);
    const late = openid.authorizationCodeGrant(
      clients.app,
      url,
      { idTokenExpected: true, ...request.checks },
      { resource: contracts },
    );
    expect(await errorOf(late)).toBe('invalid_target');
  });
});

describe('a machine', () => {
  test('gets a token in its own name, with the scopes it asks for and may have', async () => {
    const tokens = await openid.clientCredentialsGrant(clients.nightly, { scope: 'read', resource: contracts });
    const { payload } = await check(tokens.access_token, contracts);
    expect(payload).toMatchObject({ sub: 'nightly', client_id: 'nightly', scope: 'read' });
    expect(tokens.refresh_token).toBeUndefined();
  });

  test.each([
    ['does not name', {}],
    ['may not have', { scope: 'write' }],
    ['knows from people', { scope: 'openid profile' }],
  ] as const)('gets no scope that it %s', async (_, params) => {
    const tokens = await openid.clientCredentialsGrant(clients.nightly, params);
    const { payload } = await check(tokens.access_token, contracts);
    expect(payload['scope']).toBeUndefined();
  });

  test.each([
    ['another API', 'nightly', { resource: archive, scope: 'read' }, 'invalid_target'],
    ['no API, where it has several', 'both', { scope: 'read' }, 'invalid_target'],
    ['a token, but is an application of people', 'app', { resource: contracts, scope: 'read' }, 'invalid_request'],
  ] as const)('is refused where it asks for %s', async (_, id, params, error) => {
    expect(await errorOf(openid.clientCredentialsGrant(clients[id], { ...params }))).toBe(error);
  });

  test('has no more of a scope that the API has lost', async () => {
    const audience = 'https://former.example.com';
    const putApi = (...scopes: string[]) =>
      services.stores.oidcApis.put({ audience, name: audience, scopes, createdAt: new Date(services.clock.now()) });
    await putApi('read', 'write');
    await addClient(services, { id: 'former', ...machine, apiScopes: { [audience]: ['read', 'write'] } });
    await putApi('read');
    const { scope } = await openid.clientCredentialsGrant(await openidClient(services, 'former'), {
      scope: 'read write',
    });
    expect(scope).toBe('read');
  });

  test('signs nobody in', async () => {
    const { open } = await signedIn(services, await newPerson(services));
    const { url } = await open((await requestFor(clients.nightly)).url);
    expect(url.origin).toBe(publicUrl);
    expect(url.searchParams.get('code')).toBeNull();
  });
});

describe('introspection', () => {
  const opaque = async (client = clients.app) => {
    const person = await newPerson(services);
    const browser = await signedIn(services, person);
    return { person, browser, tokens: await tokensFor(client, browser) };
  };

  test('tells an application of its own token, and one that the operator has named', async () => {
    const { person, tokens } = await opaque();
    for (const client of [clients.app, clients.gateway])
      expect(await openid.tokenIntrospection(client, tokens.access_token)).toMatchObject({
        active: true,
        sub: person.ouid,
        client_id: 'app',
        scope: 'openid profile email phone',
      });
  });

  test('tells nothing to strangers, of other applications, and of refresh tokens', async () => {
    const [{ tokens }, others] = [await opaque(), await opaque(clients.plain)];
    expect(await openid.tokenIntrospection(clients.plain, tokens.access_token)).toEqual({ active: false });
    expect(await openid.tokenIntrospection(clients.gateway, others.tokens.access_token)).toEqual({ active: false });
    expect(await openid.tokenIntrospection(clients.gateway, tokens.refresh_token!)).toEqual({ active: false });
    expect(await openid.tokenIntrospection(clients.app, 'no-such-token')).toEqual({ active: false });
    const stranger = await openidClient(services, 'app', openid.ClientSecretPost('wrong'));
    expect(await errorOf(openid.tokenIntrospection(stranger, tokens.access_token))).toBe('invalid_client');
  });

  test('tells nothing where anyone could ask in the name of an application without a secret', async () => {
    await addClient(services, { id: 'spa', authentication: 'none', secretHash: null, introspects: ['app'] });
    const spa = await openidClient(services, 'spa', openid.None());
    for (const { tokens } of [await opaque(spa), await opaque()])
      expect(await openid.tokenIntrospection(spa, tokens.access_token)).toEqual({ active: false });
  });

  test('says that a token has ended once the person has signed out', async () => {
    const { browser, tokens } = await opaque();
    await browser.browser.post('/user/accounts/logout');
    expect(await openid.tokenIntrospection(clients.app, tokens.access_token)).toEqual({ active: false });
  });
});

test('a code of another application is not exchanged', async () => {
  const { open } = await signedIn(services, await newPerson(services));
  const request = await requestFor(clients.app, { redirect_uri: callback });
  const { url } = await open(request.url);
  expect(await errorOf(exchange(clients.plain, url.href, request))).toBe('invalid_grant');
});
