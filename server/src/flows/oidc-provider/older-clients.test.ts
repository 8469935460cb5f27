import * as openid from 'openid-client';
import { describe, expect, test } from 'vitest';
import { testAppForFile } from '../../../test/support/test-app.ts';
import {
  addClient,
  errorOf,
  newPerson,
  openidClient,
  requestFor,
  signedIn,
  tokensFor,
} from '../../../test/support/flows/test-oidc.ts';

/* Clients whose library lacks something: PKCE, or a call of userinfo. */

const services = await testAppForFile({ env: { OIDC: 'on' } });
await addClient(services, { id: 'older', pkceOptional: true, claimsInIdToken: true });
await addClient(services, { id: 'usual' });
const older = await openidClient(services, 'older');
const usual = await openidClient(services, 'usual');

const start = async () => {
  const person = await newPerson(services, { name: '林爱丽' });
  return { person, ...(await signedIn(services, person)) };
};

/** A request without PKCE, and where it leads. */
async function openWithout(parameters: string[]) {
  const { open } = await start();
  const request = await requestFor(older);
  for (const name of ['code_challenge', 'code_challenge_method', ...parameters]) request.url.searchParams.delete(name);
  return { request, url: (await open(request.url)).url };
}

describe('a client that may leave out PKCE', () => {
  test('gets tokens for a request with a nonce, which is in the ID token', async () => {
    const { request, url } = await openWithout([]);
    const { expectedNonce, expectedState } = request.checks;
    const tokens = await openid.authorizationCodeGrant(older, url, { expectedNonce, expectedState });
    expect(tokens.claims()).toMatchObject({ nonce: expectedNonce });
  });

  test('is refused without a nonce', async () => {
    const { url } = await openWithout(['nonce']);
    expect(url.searchParams.get('error')).toBe('invalid_request');
  });

  test('is refused with a verifier for a request that had no PKCE', async () => {
    const { request, url } = await openWithout([]);
    expect(await errorOf(openid.authorizationCodeGrant(older, url, request.checks))).toBe('invalid_grant');
  });

  test('is refused without the verifier for a request that had PKCE', async () => {
    const { open } = await start();
    const request = await requestFor(older);
    const { url } = await open(request.url);
    const { expectedNonce, expectedState } = request.checks;
    const grant = openid.authorizationCodeGrant(older, url, { expectedNonce, expectedState });
    expect(await errorOf(grant)).toBe('invalid_grant');
  });
});

describe('claims in the ID token', () => {
  const contact = { name: '林爱丽', phone_number: expect.stringMatching(/^\+86137/) as string };

  test('are those of every scope for a client that wants them there, also after a refresh', async () => {
    const { person, open } = await start();
    const tokens = await tokensFor(older, { open });
    expect(tokens.claims()).toMatchObject({ sub: person.ouid, ...contact });
    const refreshed = await openid.refreshTokenGrant(older, tokens.refresh_token!);
    expect(refreshed.claims()).toMatchObject({ sub: person.ouid, ...contact });
  });

  test('are not those of a scope that was not asked for', async () => {
    const { open } = await start();
    const claims = (await tokensFor(older, { open }, { scope: 'openid phone' })).claims();
    expect(claims).toMatchObject({ phone_number: contact.phone_number });
    expect(claims).not.toHaveProperty('name');
  });

  test('are of the sign-in alone for any other client, with what its request names', async () => {
    const { open } = await start();
    const claims = JSON.stringify({ id_token: { phone_number: null } });
    const [plain, named] = [await tokensFor(usual, { open }), await tokensFor(usual, { open }, { claims })];
    expect(plain.claims()).not.toHaveProperty('name');
    expect(plain.claims()).not.toHaveProperty('phone_number');
    expect(named.claims()).toMatchObject({ phone_number: contact.phone_number });
    expect(named.claims()).not.toHaveProperty('name');
  });
});
