import { agreementVersion } from '@foyer/contract/agreement-version';
import { minutes, seconds } from '@foyer/contract/time';
import * as openid from 'openid-client';
import { describe, expect, test } from 'vitest';
import { codeHelpers, codeTestSettings } from '../../../test/support/flows/test-codes.ts';
import { type TestApp, openNode, testAppForFile } from '../../../test/support/test-app.ts';
import {
  addClient,
  callback,
  exchange,
  fetchFrom,
  navigator,
  newPerson,
  openidClient,
  redirectOf,
  requestFor,
  signedIn,
  tokensFor,
} from '../../../test/support/flows/test-oidc.ts';

const services = await testAppForFile({ env: { ...codeTestSettings, OIDC: 'on' } });
await addClient(services, { id: 'contracts' });
const client = await openidClient(services, 'contracts');
const interactionUrl = /^http:\/\/localhost:3000\/oidc\/interaction\/[\w-]+\?client_id=contracts$/;

test('discovery names the issuer, the endpoints, PKCE with S256 alone, and no algorithm "none"', async () => {
  const metadata = client.serverMetadata();
  const { publicUrl } = services.config;
  expect(metadata).toMatchObject({
    issuer: publicUrl,
    authorization_endpoint: `${publicUrl}/oidc/auth`,
    token_endpoint: `${publicUrl}/oidc/token`,
    code_challenge_methods_supported: ['S256'],
    response_types_supported: ['code'],
    id_token_signing_alg_values_supported: ['RS256'],
    ui_locales_supported: ['zh-CN', 'en-US'],
    backchannel_logout_supported: true,
    backchannel_logout_session_supported: true,
    pushed_authorization_request_endpoint: `${publicUrl}/oidc/request`,
    revocation_endpoint: `${publicUrl}/oidc/revoke`,
    end_session_endpoint: `${publicUrl}/oidc/logout`,
    authorization_response_iss_parameter_supported: true,
  });
  for (const name of [
    'request_object_signing_alg_values_supported',
    'token_endpoint_auth_signing_alg_values_supported',
  ])
    expect(metadata[name]).toEqual(['RS256', 'PS256', 'ES256', 'Ed25519', 'EdDSA']);
});

test('the URLs are those of PUBLIC_URL, whatever host a request names', async () => {
  const spoofed = { host: 'evil.test', 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'https' };
  const answer = await fetchFrom(services, spoofed)(`${services.config.publicUrl}/.well-known/openid-configuration`, {
    method: 'GET',
    headers: {},
    body: undefined,
    redirect: 'manual',
  });
  const text = await answer.text();
  expect(text).toContain(`"issuer":"${services.config.publicUrl}"`);
  expect(text).not.toContain('evil.test');
});

describe('a request of an application leads to the sign-in page and, after it, to the application', () => {
  test('with a password', async () => {
    const { mobile, ouid, password } = await newPerson(services, { name: '林爱丽', email: 'lin@example.com' });
    const browser = services.browser();
    const { open, cookies } = navigator(services, browser);
    const request = await requestFor(client);
    const page = await open(request.url);
    expect(page.url.pathname).toBe('/login/web');
    expect(redirectOf(page)).toMatch(interactionUrl);
    const answer = await browser.signIn(mobile, password, { redirectUrl: redirectOf(page) });
    expect(answer).toMatchObject({ code: 0, data: { url: redirectOf(page) } });
    const { url } = await open(redirectOf(page));
    expect(url.href).toMatch(`${callback}?code=`);
    expect(cookies).toEqual([]);
    const tokens = await exchange(client, url.href, request);
    expect(tokens.claims()).toMatchObject({ sub: ouid, aud: 'contracts', iss: services.config.publicUrl });
    expect(await openid.fetchUserInfo(client, tokens.access_token, ouid)).toEqual({
      sub: ouid,
      name: '林爱丽',
      locale: 'en-US',
      email: 'lin@example.com',
      email_verified: true,
      phone_number: `+86${mobile}`,
      phone_number_verified: true,
    });
  });

  test('with a second factor and the agreement, and not before both', async () => {
    const { mobile, ouid, password } = await newPerson(services, { secondFactor: true, agreed: false });
    const browser = services.browser();
    const { open } = navigator(services, browser);
    const request = await requestFor(client);
    const redirectUrl = redirectOf(await open(request.url));
    const first = await browser.signIn(mobile, password, { redirectUrl });
    expect((await open(redirectUrl)).url.pathname).toBe('/login/web');
    const { sendByHandle, lastMessageTo } = codeHelpers(services);
    const sent = await sendByHandle(browser, first.data['preServiceId'], 'LOGIN_DOUBLE_CHECK');
    const serviceId = sent.data['serviceId'];
    const credentials = lastMessageTo(mobile)?.code;
    const second = await browser.post('/sender/verifyLoginDoubleCheck', { serviceId, credentials });
    expect(second).toMatchObject({ code: 0, data: { needAgreement: true } });
    expect((await open(redirectUrl)).url.pathname).toBe('/login/web');
    await browser.put('/v1/accounts/agreement', { version: agreementVersion });
    const { url } = await open(redirectUrl);
    const claims = (await exchange(client, url.href, request)).claims();
    expect(claims).toMatchObject({ sub: ouid, amr: ['pwd', 'sms', 'mfa'], acr: 'urn:foyer:two-factors' });
  });

  test('in two tabs, each to its own application and with its own state', async () => {
    await addClient(services, { id: 'archive', redirectUris: ['https://archive.example.com/cb'] });
    const archive = await openidClient(services, 'archive');
    const { mobile, password } = await newPerson(services);
    const browser = services.browser();
    const { open } = navigator(services, browser);
    const [one, two] = [
      await requestFor(client),
      await requestFor(archive, { redirect_uri: 'https://archive.example.com/cb' }),
    ];
    const pages = [await open(one.url), await open(two.url)];
    await browser.signIn(mobile, password, { redirectUrl: redirectOf(pages[1]!) });
    const second = await open(redirectOf(pages[1]!));
    const first = await open(redirectOf(pages[0]!));
    expect([first.url.origin, second.url.origin]).toEqual(['https://app.example.com', 'https://archive.example.com']);
    await exchange(client, first.url.href, one);
    await exchange(archive, second.url.href, two);
  });

  test('by a form of the application as well', async () => {
    const { send, open } = await signedIn(services, await newPerson(services));
    const request = await requestFor(client);
    const answer = await send({
      method: 'POST',
      url: '/oidc/auth',
      payload: request.url.searchParams.toString(),
      headers: { origin: 'https://app.example.com', 'sec-fetch-site': 'cross-site' },
    });
    expect(answer.statusCode).toBe(303);
    const { url } = await open(String(answer.headers['location']));
    await exchange(client, url.href, request);
  });
});

describe('a person who is signed in already', () => {
  test('goes straight to the application, also with prompt=none', async () => {
    const person = await newPerson(services);
    const browser = await signedIn(services, person);
    expect((await tokensFor(client, browser)).claims()).toMatchObject({ sub: person.ouid, amr: ['pwd'] });
    expect((await tokensFor(client, browser, { prompt: 'none' })).claims()).toMatchObject({ sub: person.ouid });
  });

  test('signs in again with prompt=login, and keeps the session of the applications', async () => {
    const person = await newPerson(services);
    const { browser, open } = await signedIn(services, person);
    const before = await tokensFor(client, { open });
    services.moveClock(seconds(1));
    const request = await requestFor(client, { prompt: 'login' });
    const page = await open(request.url);
    expect(page.url.pathname).toBe('/login/web');
    expect((await open(redirectOf(page))).url.pathname).toBe('/login/web');
    services.moveClock(seconds(1));
    await browser.signIn(person.mobile, person.password, { redirectUrl: redirectOf(page) });
    const { url } = await open(redirectOf(page));
    const after = await exchange(client, url.href, request);
    expect(after.claims()?.auth_time).toBe(Number(before.claims()?.auth_time) + 2);
    await openid.fetchUserInfo(client, before.access_token, person.ouid);
  });

  test('signs in again when the sign-in is older than max_age', async () => {
    const person = await newPerson(services);
    const browser = await signedIn(services, person);
    services.moveClock(minutes(5));
    const { url } = await browser.open((await requestFor(client, { max_age: '300' })).url);
    expect(url.origin).toBe('https://app.example.com');
    services.moveClock(seconds(2));
    const page = await browser.open((await requestFor(client, { max_age: '300' })).url);
    expect(page.url.pathname).toBe('/login/web');
  });

  test('may continue as someone else after prompt=login', async () => {
    const [person, other] = [await newPerson(services), await newPerson(services)];
    const { browser, open } = await signedIn(services, person);
    const request = await requestFor(client, { prompt: 'login' });
    const page = await open(request.url);
    services.moveClock(seconds(1));
    await browser.signIn(other.mobile, other.password, { redirectUrl: redirectOf(page) });
    const { url } = await open(redirectOf(page));
    expect((await exchange(client, url.href, request)).claims()).toMatchObject({ sub: other.ouid });
  });
});

test('a person who is not signed in is not asked with prompt=none', async () => {
  const { open } = navigator(services, services.browser());
  const { url } = await open((await requestFor(client, { prompt: 'none' })).url);
  expect(url.searchParams.get('error')).toBe('login_required');
});

test('login_hint prefills the account, and ui_locales chooses the language of the page', async () => {
  const browser = services.browser();
  const { open } = navigator(services, browser);
  const { url } = await open((await requestFor(client, { login_hint: '13800138000', ui_locales: 'fr en-GB' })).url);
  expect(url.searchParams.get('localAccount')).toBe('13800138000');
  expect(browser.jar.get('foyer_language')).toBe('en-US');
});

test('the name of a person follows the language of their sign-in, and has a tag for each language', async () => {
  const person = await newPerson(services, { name: '林爱丽', latinName: 'Alice Lin' });
  const names = { 'name#zh': '林爱丽', 'name#en': 'Alice Lin' };
  for (const [language, name] of [
    ['zh-CN', '林爱丽'],
    ['en-US', 'Alice Lin'],
  ] as const) {
    const browser = services.browser({ language });
    await browser.signIn(person.mobile, person.password);
    const tokens = await tokensFor(client, navigator(services, browser));
    const claims = await openid.fetchUserInfo(client, tokens.access_token, person.ouid);
    expect(claims).toMatchObject({ name, locale: language, ...names });
  }
});

test('what begins on one node ends on another, and a third one continues', async () => {
  const nodes = await Promise.all([1, 2].map(() => openNode(services, { OIDC: 'on' })));
  const [second, third] = nodes as [TestApp, TestApp];
  const { mobile, ouid, password } = await newPerson(services);
  const start = services.browser();
  const { open, cookies } = navigator(services, start);
  const request = await requestFor(client);
  const redirectUrl = redirectOf(await open(request.url));
  // The same browser, sent to another node by the load balancer.
  const browser = second.browser();
  for (const [name, value] of start.jar) browser.jar.set(name, value);
  await browser.signIn(mobile, password, { redirectUrl });
  const { url } = await navigator(second, browser, cookies).open(redirectUrl);
  const tokens = await exchange(await openidClient(third, 'contracts'), url.href, request);
  expect(await openid.fetchUserInfo(client, tokens.access_token, ouid)).toMatchObject({ sub: ouid });
});
