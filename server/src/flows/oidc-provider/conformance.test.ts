import { seconds } from '@foyer/contract/time';
import * as openid from 'openid-client';
import { describe, expect, test } from 'vitest';
import { testAppForFile } from '../../../test/support/test-app.ts';
import {
  addClient,
  errorOf,
  exchange,
  fetchFrom,
  navigator,
  newPerson,
  openidClient,
  redirectOf,
  requestFor,
  secretOf,
  signedIn,
  signedOut,
  tokensFor,
} from '../../../test/support/flows/test-oidc.ts';

/*
 * The cases of the OpenID Foundation's test plans, by the names that they have in its suite. docs/oidc-conformance.md
 * lists them all and says which are tested elsewhere. Each request has PKCE, which the suite does not send by itself.
 */

const services = await testAppForFile({ env: { OIDC: 'on' } });
await addClient(services, { id: 'contracts' });
await addClient(services, { id: 'archive' });
const client = await openidClient(services, 'contracts', openid.ClientSecretBasic(secretOf('contracts')));
// Verifies signatures too, by the published keys.
openid.enableNonRepudiationChecks(client);

const person = await newPerson(services, { name: '林爱丽', email: 'lin@example.com' });
const browser = await signedIn(services, person);
const application = 'https://app.example.com';
const issuer = services.config.publicUrl;

const userinfo = async (params: Record<string, string>) => {
  const { access_token: token } = await tokensFor(client, browser, params);
  return openid.fetchUserInfo(client, token, person.ouid);
};
/** The person signs in again, a moment later, after a request that asks for it. */
async function signInAgain(params: Record<string, string>) {
  const request = await requestFor(client, params);
  const page = await browser.open(request.url);
  expect(page.url.pathname).toBe('/login/web');
  services.moveClock(seconds(1));
  await browser.browser.signIn(person.mobile, person.password, { redirectUrl: redirectOf(page) });
  const { url } = await browser.open(redirectOf(page));
  return exchange(client, url.href, request);
}
const postUserinfo = async (headers: Record<string, string>, body?: URLSearchParams) => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const options = { method: 'POST', headers: { ...headers, ...(body && form) }, body, redirect: 'manual' } as const;
  const answer = await fetchFrom(services)(`${issuer}/oidc/userinfo`, options);
  return (await answer.json()) as unknown;
};
const claim = (tokens: Awaited<ReturnType<typeof tokensFor>>, name: string) => tokens.claims()?.[name];

describe('oidcc-basic-certification-test-plan', () => {
  test('oidcc-server', async () => {
    const tokens = await tokensFor(client, browser);
    expect(tokens.claims()).toMatchObject({ iss: issuer, sub: person.ouid, aud: 'contracts' });
    expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: expect.any(Number) });
  });

  test('oidcc-response-type-missing', async () => {
    const request = await requestFor(client);
    request.url.searchParams.delete('response_type');
    const { url } = await browser.open(request.url);
    expect([url.origin, url.searchParams.get('error')]).toEqual([application, 'invalid_request']);
  });

  test('oidcc-idtoken-signature', async () => {
    const { id_token: token = '' } = await tokensFor(client, browser);
    const header: unknown = JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString());
    const { keys } = (await services.app.inject('/oidc/jwks')).json<{ keys: { kid: string }[] }>();
    expect(header).toMatchObject({ alg: 'RS256', kid: keys[0]!.kid });
  });

  test('oidcc-idtoken-unsigned', () => {
    expect(client.serverMetadata().id_token_signing_alg_values_supported).toEqual(['RS256']);
  });

  test('oidcc-userinfo-get, -post-header and -post-body', async () => {
    const { access_token: token } = await tokensFor(client, browser, { scope: 'openid' });
    expect(await openid.fetchUserInfo(client, token, person.ouid)).toEqual({ sub: person.ouid });
    expect(await postUserinfo({ authorization: `Bearer ${token}` })).toEqual({ sub: person.ouid });
    expect(await postUserinfo({}, new URLSearchParams({ access_token: token }))).toEqual({ sub: person.ouid });
  });

  test('oidcc-ensure-request-without-nonce-succeeds-for-code-flow', async () => {
    const { url, checks } = await requestFor(client);
    url.searchParams.delete('nonce');
    const place = await browser.open(url);
    const { expectedNonce: _, ...others } = checks;
    const tokens = await openid.authorizationCodeGrant(client, place.url, others);
    expect(tokens.claims()).not.toHaveProperty('nonce');
  });

  test.each([
    ['profile', ['name', 'locale']],
    ['email', ['email', 'email_verified']],
    ['phone', ['phone_number', 'phone_number_verified']],
    // Not a scope of this service: it is left out, and the sign-in goes on.
    ['address', []],
    ['profile email phone', ['name', 'locale', 'email', 'email_verified', 'phone_number', 'phone_number_verified']],
  ])('oidcc-scope-profile, -email, -address, -phone and -all: %s', async (scope, claims) => {
    expect(Object.keys(await userinfo({ scope: `openid ${scope}` })).sort()).toEqual([...claims, 'sub'].sort());
  });

  test('oidcc-ensure-other-scope-order-succeeds', async () => {
    expect(await userinfo({ scope: 'email openid' })).toMatchObject({ email: 'lin@example.com' });
  });

  test.each([
    ['oidcc-display-page', { display: 'page' }],
    ['oidcc-display-popup', { display: 'popup' }],
    ['oidcc-ensure-request-with-unknown-parameter-succeeds', { extra: 'foobar' }],
    ['oidcc-login-hint', { login_hint: person.mobile }],
    ['oidcc-ui-locales', { ui_locales: 'se' }],
    ['oidcc-claims-locales', { claims_locales: 'se' }],
    ['oidcc-prompt-none-logged-in', { prompt: 'none' }],
  ])('%s', async (_, params) => {
    expect((await tokensFor(client, browser, params)).claims()).toMatchObject({ sub: person.ouid });
  });

  test('oidcc-prompt-login', async () => {
    const before = await tokensFor(client, browser);
    const after = await signInAgain({ prompt: 'login' });
    expect(claim(after, 'auth_time')).toBeGreaterThan(Number(claim(before, 'auth_time')));
    expect(claim(after, 'sub')).toBe(claim(before, 'sub'));
  });

  test('oidcc-prompt-none-not-logged-in', async () => {
    const { open } = navigator(services, services.browser());
    const { url } = await open((await requestFor(client, { prompt: 'none' })).url);
    expect([url.origin, url.searchParams.get('error')]).toEqual([application, 'login_required']);
  });

  test('oidcc-max-age-1', async () => {
    const before = await tokensFor(client, browser);
    services.moveClock(seconds(3));
    const after = await signInAgain({ max_age: '1' });
    expect(claim(after, 'auth_time')).toBeGreaterThan(Number(claim(before, 'auth_time')));
  });

  test('oidcc-max-age-10000', async () => {
    const [before, after] = [
      await tokensFor(client, browser, { max_age: '15000' }),
      await tokensFor(client, browser, { max_age: '10000' }),
    ];
    expect(claim(after, 'auth_time')).toBe(claim(before, 'auth_time'));
  });

  test('oidcc-id-token-hint', async () => {
    const { id_token: hint = '' } = await tokensFor(client, browser);
    const tokens = await tokensFor(client, browser, { prompt: 'none', id_token_hint: hint });
    expect(claim(tokens, 'sub')).toBe(person.ouid);
    const other = await signedIn(services, await newPerson(services));
    const { url } = await other.open((await requestFor(client, { prompt: 'none', id_token_hint: hint })).url);
    expect(url.searchParams.get('error')).toBe('login_required');
  });

  test('oidcc-ensure-request-with-acr-values-succeeds', async () => {
    const tokens = await tokensFor(client, browser, { acr_values: 'urn:foyer:one-factor' });
    expect(claim(tokens, 'acr')).toBe('urn:foyer:one-factor');
  });

  test('oidcc-codereuse and -30seconds', async () => {
    const request = await requestFor(client);
    const { url } = await browser.open(request.url);
    const { access_token: token } = await exchange(client, url.href, request);
    services.moveClock(seconds(30));
    expect(await errorOf(exchange(client, url.href, request))).toBe('invalid_grant');
    expect(await errorOf(openid.fetchUserInfo(client, token, person.ouid))).not.toBe('none');
  });

  test('oidcc-ensure-post-request-succeeds', async () => {
    const request = await requestFor(client);
    const payload = request.url.searchParams.toString();
    const answer = await browser.send({ method: 'POST', url: '/oidc/auth', payload });
    const { url } = await browser.open(String(answer.headers['location']));
    expect(await exchange(client, url.href, request)).toHaveProperty('id_token');
  });

  test('oidcc-server-client-secret-post', async () => {
    const posting = await openidClient(services, 'contracts', openid.ClientSecretPost(secretOf('contracts')));
    expect((await tokensFor(posting, browser)).claims()).toMatchObject({ sub: person.ouid });
  });

  test('oidcc-request-uri-unsigned-supported-correctly-or-rejected-as-unsupported', async () => {
    const request = await requestFor(client, { request_uri: 'https://app.example.com/request.jwt' });
    const { url } = await browser.open(request.url);
    expect([url.origin, url.searchParams.get('error')]).toEqual([application, 'request_uri_not_supported']);
  });

  test('oidcc-claims-essential', async () => {
    const claims = JSON.stringify({ userinfo: { name: { essential: true } } });
    expect(await userinfo({ scope: 'openid', claims })).toEqual({ sub: person.ouid, name: '林爱丽' });
  });

  test('oidcc-refresh-token', async () => {
    const first = await tokensFor(client, browser);
    const second = await openid.refreshTokenGrant(client, first.refresh_token!);
    for (const name of ['iss', 'sub', 'aud', 'auth_time']) expect(claim(second, name)).toEqual(claim(first, name));
    const other = await openidClient(services, 'archive');
    expect(await errorOf(openid.refreshTokenGrant(other, second.refresh_token!))).toBe('invalid_grant');
  });
});

describe('oidcc-rp-initiated-logout-certification-test-plan', () => {
  /** What follows a sign-out request, and whether the person is still signed in. */
  async function signOut(params: Record<string, string>) {
    const one = await signedIn(services, person);
    const { id_token: hint = '' } = await tokensFor(client, one);
    const query = new URLSearchParams(params);
    for (const [name, value] of query) query.set(name, value.replace('HINT', hint));
    const { url, response } = await one.open(`/oidc/logout?${query}`);
    const { code } = await one.browser.get('/user/accounts/me');
    return { to: url.origin === issuer ? url.pathname : url.href, status: response?.statusCode, isIn: code === 0 };
  }
  const asked = { to: '/oidc/sign-out', isIn: true };
  const onOurPage = { to: '/oidc/signed-out', isIn: false };
  const uri = { post_logout_redirect_uri: signedOut };

  test('oidcc-rp-initiated-logout-discovery-endpoint-verification', () => {
    expect(client.serverMetadata().end_session_endpoint).toBe(`${issuer}/oidc/logout`);
  });

  test.each<[string, Record<string, string>, object]>([
    ['', { id_token_hint: 'HINT', ...uri, state: 's' }, { to: `${signedOut}?state=s`, isIn: false }],
    ['-no-state', { id_token_hint: 'HINT', ...uri }, { to: signedOut, isIn: false }],
    ['-no-post-logout-redirect-uri', { id_token_hint: 'HINT', state: 's' }, { to: '/oidc/signed-out', isIn: false }],
    ['-no-id-token-hint', { ...uri, state: 's' }, asked],
    ['-no-params', {}, asked],
    ['-only-state', { state: 's' }, asked],
    ['-bad-post-logout-redirect-uri', { id_token_hint: 'HINT', post_logout_redirect_uri: `${signedOut}x` }, onOurPage],
    [
      '-query-added-to-post-logout-redirect-uri',
      { id_token_hint: 'HINT', post_logout_redirect_uri: `${signedOut}?foo=bar` },
      onOurPage,
    ],
    ['-modified-id-token-hint', { id_token_hint: 'HINTx', ...uri }, asked],
    ['-bad-id-token-hint', { id_token_hint: 'not-a-token', ...uri }, asked],
  ])('oidcc-rp-initiated-logout%s', async (_, params, expected) => {
    expect(await signOut(params)).toMatchObject(expected);
  });
});

describe('oidcc-backchannel-rp-initiated-logout-certification-test-plan', () => {
  test('oidcc-backchannel-logout-discovery-endpoint-verification', () => {
    expect(client.serverMetadata()).toMatchObject({
      backchannel_logout_supported: true,
      backchannel_logout_session_supported: true,
    });
  });
});
