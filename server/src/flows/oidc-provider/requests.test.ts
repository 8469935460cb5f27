import { createHmac, hash } from 'node:crypto';
import * as openid from 'openid-client';
import { describe, expect, test } from 'vitest';
import { type RenderDocument } from '../../http/pages.ts';
import { testAppForFile } from '../../../test/support/test-app.ts';
import {
  addClient,
  callback,
  errorOf,
  exchange,
  newPerson,
  newSigningKey,
  openidClient,
  readingTogether,
  requestFor,
  secretOf,
  signedIn,
  tokensFor,
} from '../../../test/support/flows/test-oidc.ts';

/** Shows what the page would be rendered with. */
const render: RenderDocument = async ({ page }, { problem }) => JSON.stringify({ page, problem });
const services = await testAppForFile({
  env: { OIDC: 'on' },
  appOptions: { pages: { render, assets: new Map() } },
});

const [own, foreign] = [await newSigningKey('own'), await newSigningKey('foreign')];
const signingClient = { authentication: 'privateKey', secretHash: null, jwks: own.jwks } as const;
await addClient(services, { id: 'contracts' });
await addClient(services, { id: 'spa', authentication: 'none', secretHash: null });
await addClient(services, { id: 'signing', ...signingClient });
await addClient(services, { id: 'strict', ...signingClient, requireSignedRequests: true, requirePushedRequests: true });
await addClient(services, { id: 'partner', ...signingClient, jwks: foreign.jwks, firstParty: false });
const client = await openidClient(services, 'contracts');
const signing = await openidClient(services, 'signing', openid.PrivateKeyJwt(own.signing));
const strict = await openidClient(services, 'strict', openid.PrivateKeyJwt(own.signing));
const partner = await openidClient(services, 'partner', openid.PrivateKeyJwt(foreign.signing));

const person = await newPerson(services, { name: '林爱丽' });
const browser = await signedIn(services, person);
const { open } = browser;
const issuer = services.config.publicUrl;
const params = ({ url }: { url: URL }) => new URLSearchParams(url.search);

describe('a redirect URI', () => {
  test.each([
    'https://app.example.com/callback/',
    'https://app.example.com/callback?x=1',
    'https://app.example.com/callback/../evil',
    'https://app.example.com/Callback',
    'https://app.example.com:443/callback',
    'https://APP.example.com/callback',
    'https://app.example.com@evil.test/callback',
    'https://app.example.com.evil.test/callback',
    'https://evil.test/callback',
    'http://app.example.com/callback',
    'https://app.example.com/callback#x',
    'https://app.example.com/callback%00',
    '//app.example.com/callback',
    'javascript:alert(1)',
    '',
  ])('that is not exactly a registered one is refused on our own page: %s', async (redirectUri) => {
    const { url, response } = await open((await requestFor(client, { redirect_uri: redirectUri })).url);
    expect([url.origin, response?.statusCode]).toEqual([issuer, 400]);
    expect(response?.json()).toEqual({
      page: 'applicationProblem',
      problem: {
        error: expect.stringMatching(/^invalid_/),
        description: expect.stringContaining('redirect_uri'),
        requestId: response?.headers['x-request-id'],
      },
    });
    expect(response?.headers['content-type']).toContain('text/html');
    expect(response?.headers['content-security-policy']).toContain("frame-ancestors 'none'");
  });

  test('of an unknown client is refused on our own page', async () => {
    const request = await requestFor(client);
    request.url.searchParams.set('client_id', 'unknown');
    const { response } = await open(request.url);
    expect(response?.statusCode).toBe(400);
    expect(response?.json()).toMatchObject({ problem: { error: 'invalid_client' } });
  });
});

describe('a request is refused', () => {
  test.each<[string, (params: URLSearchParams) => void, string]>([
    [
      'without PKCE',
      (query) => ['', '_method'].forEach((part) => query.delete(`code_challenge${part}`)),
      'invalid_request',
    ],
    ['with PKCE in plain', (query) => query.set('code_challenge_method', 'plain'), 'invalid_request'],
    ['for a token in the URL', (query) => query.set('response_type', 'token'), 'unsupported_response_type'],
    ['for an ID token in the URL', (query) => query.set('response_type', 'code id_token'), 'unsupported_response_type'],
    ['with a prompt that contradicts itself', (query) => query.set('prompt', 'none login'), 'invalid_request'],
  ])('%s', async (_, change, error) => {
    const request = await requestFor(client);
    change(request.url.searchParams);
    const { url } = await open(request.url);
    expect(url.href).toContain(callback);
    const given = url.searchParams.get('error') ?? new URLSearchParams(url.hash.slice(1)).get('error');
    expect(given).toBe(error);
  });

  test('on our own page when it names two redirect URIs', async () => {
    const request = await requestFor(client);
    request.url.searchParams.append('redirect_uri', 'https://evil.test/callback');
    const { url, response } = await open(request.url);
    expect([url.origin, response?.statusCode]).toEqual([issuer, 400]);
  });

  test('with an ID token that was issued to another client as its hint', async () => {
    const { id_token: hint } = await tokensFor(signing, { open });
    const { url } = await open((await requestFor(client, { id_token_hint: hint!, prompt: 'none' })).url);
    expect(url.searchParams.get('error')).toBe('invalid_request');
  });

  test('for a client that must push its requests and does not', async () => {
    const { url } = await open((await requestFor(strict)).url);
    expect(url.searchParams.get('error')).toBe('invalid_request');
  });
});

describe('a pushed request', () => {
  test('leads to the application, and works once', async () => {
    const request = await requestFor(client);
    const url = await openid.buildAuthorizationUrlWithPAR(client, params(request));
    expect([...url.searchParams.keys()].sort()).toEqual(['client_id', 'request_uri']);
    const place = await open(url);
    expect((await exchange(client, place.url.href, request)).claims()).toMatchObject({ sub: person.ouid });
    expect((await open(url)).response?.statusCode).toBe(400);
  });

  test('needs the client to prove who it is', async () => {
    const wrong = await openidClient(services, 'contracts', openid.ClientSecretPost('wrong'));
    const request = await requestFor(client);
    expect(await errorOf(openid.buildAuthorizationUrlWithPAR(wrong, params(request)))).toBe('invalid_client');
  });

  test('of another client is refused', async () => {
    const url = await openid.buildAuthorizationUrlWithPAR(client, params(await requestFor(client)));
    url.searchParams.set('client_id', 'spa');
    expect((await open(url)).response?.statusCode).toBe(400);
  });
});

test('of many simultaneous uses of a pushed request one gets a code', async () => {
  const url = await openid.buildAuthorizationUrlWithPAR(client, params(await requestFor(client)));
  const places = await readingTogether(services, 'PushedAuthorizationRequest', () => open(url));
  expect(places.filter((place) => place.url.searchParams.has('code'))).toHaveLength(1);
});

test('every answer names this issuer, so that a client notices the answer of another one', async () => {
  const request = await requestFor(client);
  const { url } = await open(request.url);
  const refused = await open((await requestFor(client, { prompt: 'none login' })).url);
  expect([url, refused.url].map(({ searchParams }) => searchParams.get('iss'))).toEqual([issuer, issuer]);
  const [other, missing] = [new URL(url), new URL(url)];
  other.searchParams.set('iss', 'https://other.example');
  missing.searchParams.delete('iss');
  const refusal = { cause: { message: expect.stringContaining('"iss"') } };
  for (const answer of [other, missing])
    await expect(exchange(client, answer.href, request)).rejects.toMatchObject(refusal);
  await exchange(client, url.href, request);
});

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const unsigned = (claims: object) => `${part({ alg: 'none' })}.${part(claims)}.`;
const soon = () => Math.floor(Date.now() / 1000) + 60;

test.each([
  ['without a proof', {}],
  ['with a secret', { client_secret: 'secret-of-signing' }],
  ['with an empty secret', { client_secret: '' }],
])('a client that is registered with its keys is refused %s', async (_, proof) => {
  const request = await requestFor(signing);
  const code = (await open(request.url)).url.searchParams.get('code')!;
  const form = { grant_type: 'authorization_code', client_id: 'signing', code, redirect_uri: callback };
  const answer = await services.app.inject({
    method: 'POST',
    url: '/oidc/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ ...form, ...proof, code_verifier: request.checks.pkceCodeVerifier }).toString(),
  });
  expect([answer.statusCode, answer.json()]).toEqual([401, expect.objectContaining({ error: 'invalid_client' })]);
});

test('an assertion without a signature does not prove which client sends it', async () => {
  const form = params(await requestFor(signing));
  form.set('client_assertion_type', 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer');
  const claims = { iss: 'signing', sub: 'signing', aud: issuer, jti: 'one', exp: soon() };
  form.set('client_assertion', unsigned(claims));
  const answer = await services.app.inject({
    method: 'POST',
    url: '/oidc/request',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: form.toString(),
  });
  expect([answer.statusCode, answer.json()]).toEqual([401, expect.objectContaining({ error: 'invalid_client' })]);
});

describe('a signed request', () => {
  const claimsOf = (request: { url: URL }, id: string) => ({
    ...Object.fromEntries(request.url.searchParams),
    client_id: id,
    iss: id,
    aud: issuer,
    exp: soon(),
  });
  const send = (id: string, request: string) =>
    open(`/oidc/auth?${new URLSearchParams({ client_id: id, request, response_type: 'code', scope: 'openid' })}`);
  const refusal = (place: Awaited<ReturnType<typeof open>>) =>
    place.url.searchParams.get('error') ?? /"error":"(\w+)/.exec(place.response?.body ?? '')?.[1];

  test('of the client leads to the application, pushed or not', async () => {
    for (const pushed of [false, true]) {
      const request = await requestFor(signing);
      const jar = await openid.buildAuthorizationUrlWithJAR(signing, params(request), own.signing);
      const url = pushed ? await openid.buildAuthorizationUrlWithPAR(signing, jar.searchParams) : jar;
      const place = await open(url);
      expect((await exchange(signing, place.url.href, request)).claims()).toMatchObject({ sub: person.ouid });
    }
  });

  test('is required of a client that is registered so', async () => {
    const request = await requestFor(strict);
    expect(await errorOf(openid.buildAuthorizationUrlWithPAR(strict, params(request)))).toBe('invalid_request');
    const jar = await openid.buildAuthorizationUrlWithJAR(strict, params(request), own.signing);
    const place = await open(await openid.buildAuthorizationUrlWithPAR(strict, jar.searchParams));
    await exchange(strict, place.url.href, request);
  });

  test('by another client is refused', async () => {
    const request = await requestFor(signing);
    const jar = await openid.buildAuthorizationUrlWithJAR(signing, params(request), foreign.signing);
    expect(refusal(await open(jar))).toBe('invalid_request_object');
    const theirs = await openid.buildAuthorizationUrlWithJAR(
      partner,
      params(await requestFor(partner)),
      foreign.signing,
    );
    theirs.searchParams.set('client_id', 'signing');
    expect(refusal(await open(theirs))).toMatch(/invalid_request/);
  });

  test('without a signature is refused', async () => {
    const request = unsigned(claimsOf(await requestFor(signing), 'signing'));
    expect(refusal(await send('signing', request))).toMatch(/invalid_request_object/);
  });

  test('with the stored hash of a client secret as its key is refused', async () => {
    const signed = `${part({ alg: 'HS256' })}.${part(claimsOf(await requestFor(client), 'contracts'))}`;
    for (const key of [hash('sha256', secretOf('contracts'), 'base64url'), secretOf('contracts')]) {
      const signature = createHmac('sha256', key).update(signed).digest('base64url');
      expect(refusal(await send('contracts', `${signed}.${signature}`))).toMatch(/invalid_request_object/);
    }
  });
});

test('of many simultaneous uses of an assertion by which a client proves who it is, one counts', async () => {
  const form = params(await requestFor(signing));
  const authenticate: (...request: Parameters<openid.ClientAuth>) => unknown = openid.PrivateKeyJwt(own.signing);
  await Promise.resolve(authenticate(signing.serverMetadata(), signing.clientMetadata(), form, new Headers()));
  const answers = await readingTogether(services, 'ReplayDetection', () =>
    services.app.inject({
      method: 'POST',
      url: '/oidc/request',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: form.toString(),
    }),
  );
  const statuses = answers.map(({ statusCode }) => statusCode);
  expect([...new Set(statuses)].sort((a, b) => a - b)).toEqual([201, 401]);
  expect(statuses.filter((status) => status === 201)).toHaveLength(1);
});

describe('an application in the browser', () => {
  const call = (origin: string, id = 'spa') =>
    services.app.inject({
      method: 'POST',
      url: '/oidc/token',
      headers: { origin, 'sec-fetch-site': 'cross-site', 'content-type': 'application/x-www-form-urlencoded' },
      payload: `client_id=${id}&grant_type=refresh_token&refresh_token=x`,
    });

  test('may call from the origin of its redirect URI, and from no other', async () => {
    const answer = await call('https://app.example.com');
    expect(answer.headers['access-control-allow-origin']).toBe('https://app.example.com');
    expect(answer.json()).toMatchObject({ error: 'invalid_grant' });
    for (const origin of ['https://evil.test', 'null', 'https://app.example.com.evil.test']) {
      const refused = await call(origin);
      expect(refused.headers['access-control-allow-origin']).toBeUndefined();
      expect(refused.json()).toMatchObject({ error: 'invalid_request' });
    }
  });
});
