import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { challengeOf, startFaultyOpenid } from '../../../test/support/faulty-openid.ts';
import { testClock } from '../../../test/support/test-clock.ts';
import { createOidcClient } from './oidc-client.ts';
import { createSafeFetch } from '../http/safe-fetch.ts';

const provider = await startFaultyOpenid();
afterAll(provider.close);

const settings = { issuer: provider.issuer, clientId: 'us', clientSecret: 'a secret: of ours' };
const round = {
  redirectUri: 'https://sign.example.com/api/sso/acme/callback',
  state: 'state-of-this-round',
  nonce: 'nonce-of-this-round',
  verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
};
let oidc = freshOidc();
function freshOidc() {
  return createOidcClient(createSafeFetch({ inside: [provider.issuer] }), testClock());
}

beforeEach(() => {
  oidc = freshOidc();
  provider.behave();
  provider.says.claims = { nonce: round.nonce };
});

const comeBack = (given: Record<string, string | undefined> = {}) => {
  const cameTo = new URL(round.redirectUri);
  for (const [name, value] of Object.entries({ code: 'c', state: round.state, iss: provider.issuer, ...given }))
    if (value !== undefined) cameTo.searchParams.set(name, value);
  return oidc.finish(settings, round, cameTo);
};

describe('going to the provider', () => {
  test('asks for a code with PKCE, state and nonce', async () => {
    const started = await oidc.start(settings, round);
    expect(started.is).toBe('ok');
    const url = new URL(started.is === 'ok' ? started.url : '');
    expect(url.origin + url.pathname).toBe(`${provider.issuer}/auth`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: 'code',
      client_id: 'us',
      redirect_uri: round.redirectUri,
      scope: 'openid profile email',
      state: round.state,
      nonce: round.nonce,
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
    });
  });

  test.each(['https://login.evil.test', `${provider.issuer}/`])(
    'does not happen when another issuer answers there, were it by a slash: %s',
    async (issuer) => {
      provider.says.description = { issuer };
      expect(await oidc.start(settings, round)).toMatchObject({ is: 'refused' });
    },
  );

  test('does not happen when nobody answers', async () => {
    const away = { ...settings, issuer: 'http://127.0.0.1:9' };
    const towards = createOidcClient(createSafeFetch({ inside: [away.issuer] }), testClock());
    expect(await towards.start(away, round)).toMatchObject({ is: 'noAnswer' });
  });
});

describe('coming back', () => {
  test('is believed when everything fits', async () => {
    provider.says.claims = { nonce: round.nonce, at_hash: '77QmUPtjPfzWtF2AnpK9RQ' };
    provider.says.userinfo = { email: 'Eve@Example.com', email_verified: true, phone_number: '+8613800138009' };
    expect(await comeBack()).toEqual({
      is: 'ok',
      person: {
        subject: JSON.stringify([provider.issuer, 'somebody']),
        email: 'eve@example.com',
        mobile: '13800138009',
      },
    });
    const { form, authorization } = provider.asked();
    expect(form.get('redirect_uri')).toBe(round.redirectUri);
    expect(challengeOf(form.get('code_verifier') ?? '')).toBe('E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM');
    expect(Buffer.from(authorization.replace('Basic ', ''), 'base64').toString()).toBe('us:a+secret%3A+of+ours');
    expect(form.has('client_id')).toBe(false);
  });

  test.each([
    ['says that it is not verified', { email: 'alice@example.com', email_verified: false }],
    ['does not say that it is verified', { email: 'alice@example.com' }],
    ['says it in words of its own', { email: 'alice@example.com', email_verified: 'true' }],
  ])('takes no e-mail address from a provider that %s [AC-37]', async (_, userinfo) => {
    provider.says.userinfo = userinfo;
    expect(await comeBack()).toEqual({ is: 'ok', person: { subject: expect.any(String) } });
  });

  test('takes no mobile number that the provider says is not verified [AC-37]', async () => {
    provider.says.userinfo = { phone_number: '+8613800138009', phone_number_verified: false };
    expect(await comeBack()).toEqual({ is: 'ok', person: { subject: expect.any(String) } });
  });

  const now = () => Math.floor(Date.now() / 1000);
  test.each<[string, () => Record<string, unknown>]>([
    ['without a nonce', () => ({ nonce: undefined })],
    ["with another round's nonce", () => ({ nonce: 'another' })],
    ['of another issuer', () => ({ iss: 'https://login.evil.test' })],
    ['for somebody else', () => ({ aud: 'them' })],
    ['for several, of whom another asked', () => ({ aud: ['us', 'them'], azp: 'them' })],
    ['that is over', () => ({ iat: now() - 7200, exp: now() - 3600 })],
    ['that never ends', () => ({ exp: undefined })],
    ['that names nobody', () => ({ sub: undefined })],
    ['for another access token', () => ({ at_hash: '77QmUPtjPfzWtF2AnpK9RR' })],
  ])('is refused with an ID token %s', async (_, claims) => {
    provider.says.claims = { nonce: round.nonce, ...claims() };
    expect(await comeBack()).toMatchObject({ is: 'refused' });
  });

  test.each(['none', 'HS256'] as const)('is refused with an ID token signed by %s', async (algorithm) => {
    provider.says.algorithm = algorithm;
    provider.says.description = { id_token_signing_alg_values_supported: ['ES256', algorithm] };
    expect(await comeBack()).toMatchObject({ is: 'refused' });
  });

  test("is refused with an ID token that a stranger's key has signed", async () => {
    provider.says.signedBy = provider.stranger;
    expect(await comeBack()).toMatchObject({ is: 'refused' });
  });

  test('is refused when the provider then tells of somebody else', async () => {
    provider.says.userinfo = { sub: 'another' };
    expect(await comeBack()).toMatchObject({ is: 'refused' });
  });

  test.each([
    ["another round's state", { state: 'another' }],
    ['no state', { state: undefined }],
    ["another provider's name", { iss: 'https://login.evil.test' }],
    ['no name of the provider, which promised it', { iss: undefined }],
    ['an error', { code: undefined, error: 'access_denied', error_description: '<script>' }],
  ])('is refused with %s', async (_, given) => {
    const told = await comeBack(given);
    expect(told).toMatchObject({ is: 'refused' });
    expect(JSON.stringify(told)).not.toContain('<script>');
  });
});
