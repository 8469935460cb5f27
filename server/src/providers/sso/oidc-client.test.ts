import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { challengeOf, startFaultyOpenid } from '../../../test/support/servers/faulty-openid.ts';
import { testClock } from '../../../test/support/test-clock.ts';
import { createOidcClient } from './oidc-client.ts';
import { SafeFetchError, createSafeFetch } from '../http/safe-fetch.ts';

const provider = await startFaultyOpenid();
afterAll(provider.close);

const settings = { issuer: provider.issuer, clientId: 'us', clientSecret: 'a secret: of ours' };
const request = {
  redirectUri: 'https://sign.example.com/api/sso/acme/callback',
  state: 'state-of-this-request',
  nonce: 'nonce-of-this-request',
  verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
};
let oidc = newClient();
function newClient() {
  return createOidcClient(createSafeFetch({ internalOrigins: [provider.issuer] }), testClock());
}

beforeEach(() => {
  oidc = newClient();
  provider.reset();
  provider.overrides.claims = { nonce: request.nonce };
});

const finish = (params: Record<string, string | undefined> = {}) => {
  const callbackUrl = new URL(request.redirectUri);
  for (const [name, value] of Object.entries({ code: 'c', state: request.state, iss: provider.issuer, ...params }))
    if (value !== undefined) callbackUrl.searchParams.set(name, value);
  return oidc.finish(settings, request, callbackUrl);
};

describe('the authorization URL', () => {
  test('requests a code with PKCE, state and nonce', async () => {
    const started = await oidc.start(settings, request);
    expect(started.is).toBe('ok');
    const url = new URL(started.is === 'ok' ? started.url : '');
    expect(url.origin + url.pathname).toBe(`${provider.issuer}/auth`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: 'code',
      client_id: 'us',
      redirect_uri: request.redirectUri,
      scope: 'openid profile email',
      state: request.state,
      nonce: request.nonce,
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
    });
  });

  test.each(['https://login.evil.test', `${provider.issuer}/`])(
    'is refused if the metadata names another issuer, even by a slash: %s',
    async (issuer) => {
      provider.overrides.metadata = { issuer };
      expect(await oidc.start(settings, request)).toMatchObject({ is: 'refused' });
    },
  );

  test('is not available if the provider does not answer', async () => {
    const unreachable = { ...settings, issuer: 'http://127.0.0.1:9' };
    const client = createOidcClient(createSafeFetch({ internalOrigins: [unreachable.issuer] }), testClock());
    expect(await client.start(unreachable, request)).toMatchObject({ is: 'noResponse' });
  });
});

describe('the callback', () => {
  test('is accepted if all checks pass', async () => {
    provider.overrides.claims = { nonce: request.nonce, at_hash: '77QmUPtjPfzWtF2AnpK9RQ' };
    provider.overrides.userinfo = { email: 'Eve@Example.com', email_verified: true, phone_number: '+8613800138009' };
    expect(await finish()).toEqual({
      is: 'ok',
      person: {
        subject: JSON.stringify([provider.issuer, 'subject']),
        email: 'eve@example.com',
        mobile: '13800138009',
      },
    });
    const { form, authorization } = provider.lastTokenRequest();
    expect(form.get('redirect_uri')).toBe(request.redirectUri);
    expect(challengeOf(form.get('code_verifier') ?? '')).toBe('E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM');
    expect(Buffer.from(authorization.replace('Basic ', ''), 'base64').toString()).toBe('us:a+secret%3A+of+ours');
    expect(form.has('client_id')).toBe(false);
  });

  test('sends the secret in the form where the provider offers that', async () => {
    provider.overrides.metadata = {
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    };
    expect(await finish()).toMatchObject({ is: 'ok' });
    const { form, authorization } = provider.lastTokenRequest();
    expect([form.get('client_id'), form.get('client_secret'), authorization]).toEqual(['us', 'a secret: of ours', '']);
  });

  test('sends the secret by Basic, also the next time, where the provider refuses it in the form', async () => {
    provider.overrides.metadata = {
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    };
    provider.overrides.formRefused = true;
    for (let i = 0; i < 2; i += 1) {
      expect(await finish()).toMatchObject({ is: 'ok' });
      expect(provider.lastTokenRequest().authorization).toMatch(/^Basic /);
    }
    expect(provider.lastTokenRequest().refusals).toBe(1);
  });

  test('leaves hyphens as they are in Basic, for a provider that does not decode', async () => {
    const { clientId, clientSecret } = { clientId: 'foyer-web_1.2', clientSecret: 'a-secret' };
    provider.overrides.claims = { nonce: request.nonce, aud: clientId };
    const callbackUrl = new URL(`${request.redirectUri}?code=c&state=${request.state}&iss=${provider.issuer}`);
    expect(await oidc.finish({ ...settings, clientId, clientSecret }, request, callbackUrl)).toMatchObject({
      is: 'ok',
    });
    const { authorization } = provider.lastTokenRequest();
    expect(Buffer.from(authorization.replace('Basic ', ''), 'base64').toString()).toBe('foyer-web_1.2:a-secret');
  });

  test.each([
    ['says that it is not verified', { email: 'alice@example.com', email_verified: false }],
    ['does not say that it is verified', { email: 'alice@example.com' }],
    ['says so with a value other than true', { email: 'alice@example.com', email_verified: 'true' }],
  ])('takes no e-mail address from a provider that %s [AC-37]', async (_, userinfo) => {
    provider.overrides.userinfo = userinfo;
    expect(await finish()).toEqual({ is: 'ok', person: { subject: expect.any(String) } });
  });

  test('takes no mobile number that the provider says is not verified [AC-37]', async () => {
    provider.overrides.userinfo = { phone_number: '+8613800138009', phone_number_verified: false };
    expect(await finish()).toEqual({ is: 'ok', person: { subject: expect.any(String) } });
  });

  const now = () => Math.floor(Date.now() / 1000);
  test.each<[string, string, () => Record<string, unknown>]>([
    ['without a nonce', 'nonce', () => ({ nonce: undefined })],
    ['with the nonce of another request', 'nonce', () => ({ nonce: 'another' })],
    ['of another issuer', 'issuer', () => ({ iss: 'https://login.evil.test' })],
    ['for another audience', 'audience', () => ({ aud: 'them' })],
    ['for several audiences, authorized for another', 'audience', () => ({ aud: ['us', 'them'], azp: 'them' })],
    ['that has expired', 'time', () => ({ iat: now() - 7200, exp: now() - 3600 })],
    ['that is not valid yet', 'time', () => ({ nbf: now() + 3600 })],
    ['without an expiry', 'time', () => ({ exp: undefined })],
    ['without a subject', 'subject', () => ({ sub: undefined })],
    ['for another access token', 'accessTokenHash', () => ({ at_hash: '77QmUPtjPfzWtF2AnpK9RR' })],
  ])('is refused with an ID token %s, and the log says %s', async (_, why, claims) => {
    provider.overrides.claims = { nonce: request.nonce, ...claims() };
    expect(await finish()).toEqual({ is: 'refused', why });
  });

  test.each([
    ['invalid_client', { status: 400, body: { error: 'invalid_client' } }, 'clientSecret'],
    ['401 and a challenge', { status: 401, body: {}, headers: { 'www-authenticate': 'Basic' } }, 'clientSecret'],
    ['401 alone', { status: 401, body: {} }, 'clientSecret'],
    ['another error', { status: 400, body: { error: 'invalid_grant' } }, 'invalid_grant'],
    ['an error of its own', { status: 400, body: { error: '<script>' } }, 'ResponseBodyError'],
  ])('is refused if the provider answers the secret with %s', async (_, tokenError, why) => {
    provider.overrides.tokenError = tokenError;
    expect(await finish()).toEqual({ is: 'refused', why });
  });

  test.each(['none', 'HS256'] as const)('is refused with an ID token signed with %s', async (algorithm) => {
    provider.overrides.algorithm = algorithm;
    provider.overrides.metadata = { id_token_signing_alg_values_supported: ['ES256', algorithm] };
    expect(await finish()).toMatchObject({ is: 'refused' });
  });

  test('is refused with an ID token signed with an unknown key', async () => {
    provider.overrides.signedBy = provider.unknownKey;
    expect(await finish()).toEqual({ is: 'refused', why: 'signature' });
  });

  test('is refused if the user info does not accept the access token', async () => {
    provider.overrides.userinfoError = { status: 401, body: {}, headers: { 'www-authenticate': 'Bearer' } };
    expect(await finish()).toEqual({ is: 'refused', why: 'accessToken' });
  });

  test('is refused if the user info is about another subject', async () => {
    provider.overrides.userinfo = { sub: 'another' };
    expect(await finish()).toMatchObject({ is: 'refused' });
  });

  test.each([
    ['the state of another request', 'state', { state: 'another' }],
    ['no state', 'state', { state: undefined }],
    ['another issuer', 'issuer', { iss: 'https://login.evil.test' }],
    ['no issuer, although the provider announces it', 'issuer', { iss: undefined }],
    ['an error', 'access_denied', { code: undefined, error: 'access_denied', error_description: '<script>' }],
    ['an error of its own', 'AuthorizationResponseError', { code: undefined, error: '<script>' }],
  ])('is refused with %s, and the log says %s', async (_, why, params) => {
    expect(await finish(params)).toEqual({ is: 'refused', why });
  });
});

describe('a failure', () => {
  function failing(error: Error) {
    const safeFetch = async () => {
      throw error;
    };
    return createOidcClient(safeFetch, testClock());
  }

  test.each([
    ['TimeoutError', 'noResponse'],
    ['NOT_PUBLIC', 'noResponse'],
    ['TOO_LARGE', 'refused'],
  ])('of a request with %s counts as %s', async (why, is) => {
    expect(await failing(new SafeFetchError(why)).start(settings, request)).toEqual({ is, why });
  });

  test('of the provider is logged with its code, not with its text', async () => {
    provider.overrides.metadata = { issuer: undefined };
    expect(await oidc.start(settings, request)).toEqual({ is: 'refused', why: 'OAUTH_INVALID_RESPONSE' });
    provider.reset();
    expect(await finish({ code: undefined, error: 'access_denied', error_description: 'text' })).toEqual({
      is: 'refused',
      why: 'access_denied',
    });
  });

  test.each([new TypeError('bug'), new ReferenceError('bug')])('that is a bug is thrown: %s', async (bug) => {
    await expect(failing(bug).start(settings, request)).rejects.toThrow();
  });
});
