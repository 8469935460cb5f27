import { createHmac, hash } from 'node:crypto';
import * as openid from 'openid-client';
import { describe, expect, test } from 'vitest';
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
} from '../../../test/support/test-oidc.ts';

const services = await testAppForFile({ env: { OIDC: 'on' } });

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
const { open, submit } = browser;
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
    expect([url.origin, response?.statusCode]).toEqual([services.config.publicUrl, 400]);
    expect(response?.body).toContain('<h1>This sign-in can’t continue</h1>');
    expect(response?.headers['content-type']).toContain('text/html');
  });

  test('of an unknown client is refused on our own page', async () => {
    const request = await requestFor(client);
    request.url.searchParams.set('client_id', '<b>unknown</b>');
    const { response } = await open(request.url);
    expect(response?.statusCode).toBe(400);
    expect(response?.body).not.toContain('<b>');
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

describe('a signed request', () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claimsOf = (request: { url: URL }, id: string) => ({
    ...Object.fromEntries(request.url.searchParams),
    client_id: id,
    iss: id,
    aud: services.config.publicUrl,
    exp: Math.floor(Date.now() / 1000) + 60,
  });
  const send = (id: string, request: string) =>
    open(`/oidc/auth?${new URLSearchParams({ client_id: id, request, response_type: 'code', scope: 'openid' })}`);
  const refusal = (place: Awaited<ReturnType<typeof open>>) =>
    place.url.searchParams.get('error') ?? /<code>(\w+)/.exec(place.response?.body ?? '')?.[1];

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
    const request = `${part({ alg: 'none' })}.${part(claimsOf(await requestFor(signing), 'signing'))}.`;
    expect(refusal(await send('signing', request))).toMatch(/invalid_request_object/);
  });

  test('with the stored hash of a client secret as its key is refused', async () => {
    const unsigned = `${part({ alg: 'HS256' })}.${part(claimsOf(await requestFor(client), 'contracts'))}`;
    for (const key of [hash('sha256', secretOf('contracts'), 'base64url'), secretOf('contracts')]) {
      const signature = createHmac('sha256', key).update(unsigned).digest('base64url');
      expect(refusal(await send('contracts', `${unsigned}.${signature}`))).toMatch(/invalid_request_object/);
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

describe('an application of someone else', () => {
  const request = () => requestFor(partner, { scope: 'openid phone' });

  test('gets what the person allows, and asks once in a session', async () => {
    const sent = await request();
    const page = await open(sent.url);
    expect(page.response?.body).toContain('partner asks for access');
    expect(page.response?.body).toContain('your mobile number');
    expect(page.response?.body).not.toContain('your email address');
    expect(page.response?.headers['content-security-policy']).toContain("form-action 'self' https://app.example.com;");
    const { url } = await submit(page, { decision: 'allow' });
    const tokens = await exchange(partner, url.href, sent);
    expect(await openid.fetchUserInfo(partner, tokens.access_token, person.ouid)).toEqual({
      sub: person.ouid,
      phone_number: `+86${person.mobile}`,
      phone_number_verified: true,
    });
    expect((await open((await request()).url)).url.origin).toBe('https://app.example.com');
  });

  test('gets nothing if the person denies it', async () => {
    const again = await signedIn(services, person);
    const { url } = await again.submit(await again.open((await request()).url), { decision: 'deny' });
    expect([url.searchParams.get('error'), url.searchParams.get('code')]).toEqual(['access_denied', null]);
  });

  test('gets nothing from a form of another site', async () => {
    const again = await signedIn(services, person);
    const page = await again.open((await request()).url);
    const answer = await again.send({
      method: 'POST',
      url: page.url.pathname,
      payload: 'decision=allow',
      headers: { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' },
    });
    expect(answer.statusCode).toBe(403);
  });
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
