import { generateKeyPairSync, sign as signBytes } from 'node:crypto';
import { openSandbox, serviceStub } from '../sandbox.fixture.ts';
import type { CallService } from '../service-client.ts';

type Claims = Record<string, unknown>;

const issuer = serviceStub.publicUrl;
const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'provider', use: 'sig', alg: 'RS256' };
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token of the provider; the test may change its header. */
export function tokenOf(claims: Claims, header: Claims = {}): string {
  const now = Math.floor(Date.now() / 1000);
  const payload = part({ iss: issuer, aud: 'sandbox-contracts', iat: now, exp: now + 60, ...claims });
  const signed = `${part({ alg: 'RS256', kid: 'provider', ...header })}.${payload}`;
  return `${signed}.${signBytes('sha256', Buffer.from(signed), privateKey).toString('base64url')}`;
}

const payloadOf = (token: string): Claims =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Claims;

/** Signleaf with an OpenID provider that says whatever the test says, and the browser of one person. */
export async function openDemoClient() {
  let idToken: Claims = {};
  let userinfo: Claims = {};
  const answers: Record<string, () => object> = {
    '/.well-known/openid-configuration': () => ({
      issuer,
      authorization_endpoint: `${issuer}/oidc/auth`,
      token_endpoint: `${issuer}/oidc/token`,
      userinfo_endpoint: `${issuer}/oidc/userinfo`,
      jwks_uri: `${issuer}/oidc/jwks`,
      end_session_endpoint: `${issuer}/oidc/logout`,
      id_token_signing_alg_values_supported: ['RS256'],
    }),
    '/oidc/jwks': () => ({ keys: [jwk] }),
    '/oidc/token': () => ({
      access_token: 'access',
      token_type: 'Bearer',
      expires_in: 60,
      id_token: tokenOf(idToken),
    }),
    '/oidc/userinfo': () => userinfo,
  };
  const callService: CallService = async (path) => {
    const answer = answers[path];
    return answer ? { status: 200, body: JSON.stringify(answer()) } : { status: 404, body: '' };
  };
  const { app } = await openSandbox({ callService });
  let cookie = '';

  async function send(method: 'GET' | 'POST', path: string, { language = 'en', payload = '' } = {}) {
    const response = await app.inject({
      method,
      url: `/sandbox/contracts${path}`,
      headers: {
        cookie,
        'accept-language': language,
        ...(method === 'POST' && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(method === 'POST' && { payload }),
    });
    for (const { name, value } of response.cookies) cookie = `${name}=${value}`;
    return response;
  }
  const page = async (path: string, language?: string) =>
    (await send('GET', path, { ...(language && { language }) })).body;

  /** Presses a button that leads to the provider. Returns the signed request. */
  async function ask(path: string) {
    const { headers } = await send('POST', path);
    const url = new URL(String(headers.location), issuer);
    return { url, request: payloadOf(url.searchParams.get('request') ?? '') };
  }

  return {
    app,
    send,
    page,
    ask,
    /** Presses the button, and comes back as this person. Returns the page that is shown then. */
    async askAndReturn(
      path: string,
      person: { sub: string; info: Claims; acr?: string; amr?: string[]; sid?: string },
    ) {
      const { request } = await ask(path);
      const { sub, info, acr = 'urn:foyer:one-factor', amr = ['pwd'], sid = 'session' } = person;
      idToken = { sub, acr, amr, sid, nonce: request['nonce'] };
      userinfo = { sub, ...info };
      const params = new URLSearchParams({ code: 'code', state: String(request['state']) });
      const { headers } = await send('GET', `/callback?${params.toString()}`);
      return page(String(headers.location).replace('/sandbox/contracts', ''));
    },
  };
}
