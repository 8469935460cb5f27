import { generateKeyPairSync } from 'node:crypto';
import { pageAt } from '@foyer/contract/pages/page-routes';
import type { LightMyRequestResponse } from 'fastify';
import * as openid from 'openid-client';
import { sha256 } from '../../../src/platform/sha256.ts';
import type { OidcClient } from '../../../src/store/oidc/oidc-clients.ts';
import type { TestApp } from '../test-app.ts';
import type { createBrowser } from '../test-browser.ts';

type Browser = ReturnType<typeof createBrowser>;

export const callback = 'https://app.example.com/callback';
export const signedOut = 'https://app.example.com/signed-out';
export const secretOf = (id: string) => `secret-of-${id}`;

export async function addClient(services: TestApp, client: Partial<OidcClient> & { id: string }) {
  await services.stores.oidcClients.put({
    name: client.id,
    names: null,
    authentication: 'secret',
    secretHash: sha256(secretOf(client.id)),
    previousSecretHash: null,
    previousSecretUntil: null,
    jwks: null,
    redirectUris: [callback],
    postLogoutRedirectUris: [signedOut],
    backchannelLogoutUri: null,
    loginUri: null,
    firstParty: true,
    requirePushedRequests: false,
    requireSignedRequests: false,
    pkceOptional: false,
    claimsInIdToken: false,
    refreshGrace: 10,
    machine: false,
    device: false,
    apiScopes: {},
    introspects: [],
    createdAt: new Date(services.clock.now()),
    ...client,
  });
}

/** `fetch` to the service, as a back end would call it. */
export const fetchFrom =
  ({ app }: TestApp, headers: Record<string, string> = {}): openid.CustomFetch =>
  async (url, { method, headers: own, body }) => {
    const { pathname, search } = new URL(url);
    const response = await app.inject({
      url: `${pathname}${search}`,
      method: method as 'GET' | 'POST',
      headers: { ...Object.fromEntries(new Headers(own)), ...headers },
      ...(body instanceof URLSearchParams && { payload: body.toString() }),
    });
    const given = Object.entries(response.headers).map(([name, value]): [string, string] => [name, String(value)]);
    return new Response([204, 304].includes(response.statusCode) ? null : response.body, {
      status: response.statusCode,
      headers: given,
    });
  };

/** A client of a real library. */
export async function openidClient(services: TestApp, id: string, authentication?: openid.ClientAuth) {
  return openid.discovery(
    new URL(services.config.publicUrl),
    id,
    // A busy machine may take longer than a short `max_age`.
    { [openid.clockTolerance]: 300 },
    authentication ?? openid.ClientSecretPost(secretOf(id)),
    { execute: [openid.allowInsecureRequests], [openid.customFetch]: fetchFrom(services) },
  );
}

/** The key of a client that signs its requests. */
export async function newSigningKey(kid: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'ES256' };
  const pkcs8 = privateKey.export({ type: 'pkcs8', format: 'der' });
  const key = await crypto.subtle.importKey('pkcs8', pkcs8, { name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign']);
  return { jwks: { keys: [jwk] }, signing: { key, kid } };
}

interface SentRequest {
  url: URL;
  checks: { pkceCodeVerifier: string; expectedState: string; expectedNonce: string; maxAge?: number };
}

/** An authorization request with PKCE, state and nonce, and what its answer is checked against. */
export async function requestFor(
  client: openid.Configuration,
  params: Record<string, string> = {},
): Promise<SentRequest> {
  const pkceCodeVerifier = openid.randomPKCECodeVerifier();
  const [expectedState, expectedNonce] = [openid.randomState(), openid.randomNonce()];
  const url = openid.buildAuthorizationUrl(client, {
    redirect_uri: callback,
    scope: 'openid profile email phone',
    code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    state: expectedState,
    nonce: expectedNonce,
    ...params,
  });
  return {
    url,
    checks: {
      pkceCodeVerifier,
      expectedState,
      expectedNonce,
      ...(params['max_age'] && { maxAge: Number(params['max_age']) }),
    },
  };
}

/** Exchanges the code in the URL that the browser was sent to. */
export const exchange = (client: openid.Configuration, to: string, { checks }: SentRequest) =>
  openid.authorizationCodeGrant(client, new URL(to), { idTokenExpected: true, ...checks });

interface Place {
  url: URL;
  response: LightMyRequestResponse | undefined;
}

interface PathCookie {
  name: string;
  value: string;
  path: string;
}

/** Follows redirects on our origin, as a browser does, and keeps cookies by their path. */
export function navigator({ config }: TestApp, browser: Browser, cookies: PathCookie[] = []) {
  async function open(target: string | URL): Promise<Place> {
    let url = new URL(target, config.publicUrl);
    for (let redirects = 0; redirects < 10; redirects += 1) {
      if (url.origin !== config.publicUrl || pageAt(url.pathname) !== 'notFound') return { url, response: undefined };
      const response = await send({ method: 'GET', url: `${url.pathname}${url.search}` });
      if (response.statusCode < 300 || response.statusCode >= 400) return { url, response };
      url = new URL(String(response.headers['location']), url);
    }
    throw new Error(`Too many redirects, the last to ${url.href}`);
  }

  async function send(options: {
    method: 'GET' | 'POST';
    url: string;
    payload?: string;
    headers?: Record<string, string>;
  }) {
    const [path = ''] = options.url.split('?');
    const sent = cookies.filter((cookie) => path === cookie.path || path.startsWith(`${cookie.path}/`));
    const response = await browser.send({
      ...options,
      headers: {
        host: new URL(config.publicUrl).host,
        accept: 'text/html',
        'accept-language': 'en-US',
        ...(options.payload !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...options.headers,
      },
      cookies: {
        ...Object.fromEntries(browser.jar),
        ...Object.fromEntries(sent.map(({ name, value }) => [name, value])),
      },
    });
    for (const { name, value, path: at, expires } of response.cookies) {
      if (typeof at !== 'string' || at === '/') continue;
      browser.jar.delete(name);
      const known = cookies.findIndex((cookie) => cookie.name === name && cookie.path === at);
      if (known >= 0) cookies.splice(known, 1);
      const isGone = value === '' || (expires instanceof Date && expires.getTime() <= Date.now());
      if (!isGone) cookies.push({ name, value, path: at });
    }
    return response;
  }

  /** Answers the question of an application, which `place` shows. */
  async function answer({ url }: Place, allowed: boolean): Promise<Place> {
    const { code, data } = await browser.post(`/oidc/interactions/${questionOf({ url })}/answer`, { allowed });
    if (code !== 0) throw new Error(`The answer was refused with ${code}`);
    return open(String(data['url']));
  }

  return { open, send, answer, cookies };
}

/** The interaction in which an application asks for access. */
export const questionOf = ({ url }: Pick<Place, 'url'>) => url.searchParams.get('interaction') ?? '';

/** The interaction that the sign-in page goes to after sign-in. */
export const interactionOf = (redirectUrl: string) => new URL(redirectUrl).pathname.split('/').at(-1)!;

/** Where the sign-in page goes after sign-in. */
export const redirectOf = ({ url }: Place) => url.searchParams.get('redirectUrl') ?? '';

const password = 'Foyer-2026';
let numbers = 13710000000;

/** People who sign in with a password. */
export async function newPerson(services: TestApp, more: Parameters<TestApp['addAccount']>[0] = {}) {
  const mobile = String((numbers += 1));
  return { mobile, password, ouid: await services.addAccount({ mobile, password, ...more }) };
}

/** A browser in which this person is signed in. */
export async function signedIn(services: TestApp, { mobile }: { mobile: string }) {
  const browser = services.browser();
  const { code } = await browser.signIn(mobile, password);
  if (code !== 0) throw new Error(`The sign-in was refused with ${code}`);
  return { browser, ...navigator(services, browser) };
}

/** The tokens that an application gets for a person who is signed in. */
export async function tokensFor(
  client: openid.Configuration,
  { open }: Pick<ReturnType<typeof navigator>, 'open'>,
  params: Record<string, string> = {},
) {
  const request = await requestFor(client, params);
  const { url } = await open(request.url);
  return exchange(client, url.href, request);
}

/** The `error` of a refused call. */
export const errorOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: unknown) => (error instanceof openid.ResponseBodyError ? error.error : String(error)),
  );

/** Holds callers until `count` of them have come; later ones pass. */
export function meetingOf(count: number) {
  let come = 0;
  let release = () => {};
  const allHaveCome = new Promise<void>((resolve) => (release = resolve));
  return async () => {
    come += 1;
    if (come === count) release();
    await allHaveCome;
  };
}

/**
 * Runs the same request several times, so that each has read the record of this model before one consumes it. The embedded
 * database answers so fast that the requests would otherwise follow each other.
 */
export async function readingTogether<Result>({ stores }: TestApp, model: string, request: () => Promise<Result>) {
  const count = 10;
  const { oidcRecords } = stores;
  const { find } = oidcRecords;
  const meet = meetingOf(count);
  oidcRecords.find = async (...args) => {
    const row = await find(...args);
    if (args[0] === model) await meet();
    return row;
  };
  try {
    return await Promise.all(Array.from({ length: count }, request));
  } finally {
    oidcRecords.find = find;
  }
}
