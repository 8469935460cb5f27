import { createHash, createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface ErrorResponse {
  status: number;
  body: object;
  headers?: Record<string, string>;
}
type Claims = Record<string, unknown>;

/** An OpenID provider that misbehaves on request. */
export async function startFaultyOpenid() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const unknownKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const overrides = {
    /** Replaces values of the metadata, the ID token and the user info; undefined removes one. */
    metadata: {} as Claims,
    claims: {} as Claims,
    userinfo: {} as Claims,
    algorithm: 'ES256' as 'ES256' | 'none' | 'HS256',
    signedBy: privateKey,
    /** Refuses every token request, or every request for the user info. */
    tokenError: undefined as ErrorResponse | undefined,
    /** Refuses a client secret in the form of the token request. */
    formRefused: false,
    userinfoError: undefined as ErrorResponse | undefined,
  };
  /** The form of the token request. */
  let lastTokenRequest = new URLSearchParams();
  let authorization = '';
  let refusals = 0;

  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = respond(request.url ?? '', Buffer.concat(parts).toString(), request.headers.authorization ?? '');
      // A kept connection could time out while the test blocks the event loop.
      const headers = { 'content-type': 'application/json', connection: 'close' };
      const refused = { '/token': tokenError(), '/me': overrides.userinfoError }[request.url ?? ''];
      if (refused) {
        refusals += 1;
        response.writeHead(refused.status, { ...headers, ...refused.headers });
        response.end(JSON.stringify(refused.body));
        return;
      }
      response.writeHead(body ? 200 : 404, headers);
      response.end(JSON.stringify(body ?? {}));
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  function tokenError(): ErrorResponse | undefined {
    const isRefusedForm = overrides.formRefused && lastTokenRequest.has('client_secret');
    return isRefusedForm ? { status: 401, body: { error: 'invalid_client' } } : overrides.tokenError;
  }

  function respond(path: string, body: string, authorizationHeader: string): unknown {
    if (path === '/.well-known/openid-configuration') return metadata();
    if (path === '/jwks')
      return { keys: [{ ...publicKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256', kid: 'k' }] };
    if (path === '/me') return { sub: 'subject', ...overrides.userinfo };
    if (path !== '/token') return undefined;
    lastTokenRequest = new URLSearchParams(body);
    authorization = authorizationHeader;
    return { access_token: accessToken, token_type: 'Bearer', expires_in: 60, id_token: idToken() };
  }

  const metadata = () => ({
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    userinfo_endpoint: `${issuer}/me`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256'],
    authorization_response_iss_parameter_supported: true,
    ...overrides.metadata,
  });

  function idToken() {
    const now = Math.floor(Date.now() / 1000);
    const claims = { iss: issuer, aud: 'us', sub: 'subject', iat: now, exp: now + 60, ...overrides.claims };
    const unsigned = [{ alg: overrides.algorithm, kid: 'k' }, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    return `${unsigned}.${signatureOf(unsigned)}`;
  }

  function signatureOf(unsigned: string) {
    if (overrides.algorithm === 'none') return '';
    const publicPem = publicKey.export({ type: 'spki', format: 'pem' });
    if (overrides.algorithm === 'HS256') return createHmac('sha256', publicPem).update(unsigned).digest('base64url');
    const signature = sign('sha256', Buffer.from(unsigned), { key: overrides.signedBy, dsaEncoding: 'ieee-p1363' });
    return signature.toString('base64url');
  }

  return {
    issuer,
    overrides,
    unknownKey,
    lastTokenRequest: () => ({ form: lastTokenRequest, authorization, refusals }),
    reset() {
      refusals = 0;
      Object.assign(overrides, {
        metadata: {},
        claims: {},
        userinfo: {},
        algorithm: 'ES256',
        signedBy: privateKey,
        tokenError: undefined,
        userinfoError: undefined,
        formRefused: false,
      });
    },
    close: () => new Promise<void>((closed) => server.close(() => closed())),
  };
}

/** The example of the specification, which gives its hash. */
const accessToken = 'jHkWEdUXMU1BwAsC4vtUsZwnNvTIxEl0z9K3vx5KF0Y';

export const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');
