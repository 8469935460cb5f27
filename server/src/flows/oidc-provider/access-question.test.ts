import { resultCodes } from '@foyer/contract/result-codes';
import * as openid from 'openid-client';
import { describe, expect, test } from 'vitest';
import { auditTypesOf } from '../../../test/support/flows/audit-types.ts';
import { testAppForFile } from '../../../test/support/test-app.ts';
import {
  addClient,
  errorOf,
  exchange,
  interactionOf,
  newPerson,
  openidClient,
  questionOf,
  redirectOf,
  requestFor,
  signedIn,
  tokensFor,
} from '../../../test/support/flows/test-oidc.ts';

const services = await testAppForFile({ env: { OIDC: 'on' } });
await addClient(services, { id: 'partner', name: 'Partner Ltd', names: { 'zh-CN': '伙伴' }, firstParty: false });
await addClient(services, { id: 'contracts' });
const partner = await openidClient(services, 'partner');
const contracts = await openidClient(services, 'contracts');
const application = 'https://app.example.com';
const accessPage = '/oidc/access';

const start = async () => {
  const person = await newPerson(services, { name: '林爱丽', email: `${Math.random()}@example.com` });
  return { person, ...(await signedIn(services, person)) };
};
type Started = Awaited<ReturnType<typeof start>>;

const ask = async ({ open }: Pick<Started, 'open'>, scope = 'openid phone', more: Record<string, string> = {}) => {
  const request = await requestFor(partner, { scope, ...more });
  return { request, place: await open(request.url) };
};
const allow = async (browser: Pick<Started, 'open' | 'answer'>, scope?: string, more?: Record<string, string>) => {
  const { request, place } = await ask(browser, scope, more);
  const { url } = await browser.answer(place, true);
  return exchange(partner, url.href, request);
};
const isAsked = async (browser: Pick<Started, 'open'>, scope?: string, more?: Record<string, string>) => {
  const { url } = (await ask(browser, scope, more)).place;
  expect([services.config.publicUrl, application]).toContain(url.origin);
  return url.pathname === accessPage;
};

describe('an application of someone else', () => {
  test('asks in its name for what it wants, of the masked account that is signed in', async () => {
    const { browser, person, ...one } = await start();
    const { place } = await ask(one);
    expect(place.url.pathname).toBe(accessPage);
    const { data } = await browser.get(`/oidc/interactions/${questionOf(place)}`);
    const inChinese = { 'x-tsign-open-language': 'zh-CN' };
    const chinese = await browser.get(`/oidc/interactions/${questionOf(place)}`, inChinese);
    expect(chinese.data['application']).toBe('伙伴');
    expect(data).toEqual({
      application: 'Partner Ltd',
      host: new URL(application).host,
      account: `${person.mobile.slice(0, 3)}****${person.mobile.slice(-4)}`,
      scopes: ['openid', 'phone'],
      attributes: [],
      signInUrl: expect.stringContaining(`/login/web?redirectUrl=`),
    });
  });

  test('gets what the person allows, and nothing else', async () => {
    const { person, ...one } = await start();
    const tokens = await allow(one);
    expect(await openid.fetchUserInfo(partner, tokens.access_token, person.ouid)).toEqual({
      sub: person.ouid,
      phone_number: `+86${person.mobile}`,
      phone_number_verified: true,
    });
    expect(one.cookies).toEqual([]);
  });

  test('learns that the person declines, and asks again next time', async () => {
    const one = await start();
    const { request, place } = await ask(one);
    const { url } = await one.answer(place, false);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      error: 'access_denied',
      error_description: 'the person declined',
      state: request.checks.expectedState,
      iss: services.config.publicUrl,
    });
    expect(await isAsked(one)).toBe(true);
  });

  test('asks for a single claim in the words of its scope', async () => {
    const { person, browser, ...one } = await start();
    const claims = JSON.stringify({ userinfo: { phone_number: null, email: null } });
    await allow(one, 'openid email');
    const { request, place } = await ask(one, 'openid', { claims });
    const question = await browser.get(`/oidc/interactions/${questionOf(place)}`);
    expect(question.data['scopes']).toEqual(['openid', 'email', 'phone']);
    const { url } = await one.answer(place, true);
    const tokens = await exchange(partner, url.href, request);
    const learned = await openid.fetchUserInfo(partner, tokens.access_token, person.ouid);
    expect(learned).toMatchObject({ phone_number: `+86${person.mobile}`, email: expect.any(String) });
    expect(learned).not.toHaveProperty('name');
    expect(await isAsked(one, 'openid', { claims })).toBe(false);
  });
});

describe('what a person has allowed is remembered', () => {
  test('in every session: the same or less is not asked for again, also with prompt=none', async () => {
    const { person, ...one } = await start();
    await allow(one, 'openid phone email');
    for (const browser of [one, await signedIn(services, person)]) {
      expect(await isAsked(browser, 'openid phone email')).toBe(false);
      expect(await isAsked(browser, 'openid email')).toBe(false);
      const { claims } = await tokensFor(partner, browser, { scope: 'openid phone', prompt: 'none' });
      expect(claims()).toMatchObject({ sub: person.ouid });
    }
  });

  test('but more is asked for, and prompt=none does not give it', async () => {
    const one = await start();
    await allow(one, 'openid phone');
    const { place } = await ask(one, 'openid phone email', { prompt: 'none' });
    expect(place.url.searchParams.get('error')).toBe('consent_required');
    expect(await isAsked(one, 'openid phone email')).toBe(true);
    await allow(one, 'openid phone email');
    expect(await isAsked(one, 'openid phone email')).toBe(false);
  });

  test('but prompt=consent asks every time', async () => {
    const one = await start();
    await allow(one);
    expect(await isAsked(one, 'openid phone', { prompt: 'consent' })).toBe(true);
  });

  test('for this person and this application alone', async () => {
    await addClient(services, { id: 'stranger', firstParty: false });
    const stranger = await openidClient(services, 'stranger');
    const [one, other] = [await start(), await start()];
    await allow(one);
    expect(await isAsked(other)).toBe(true);
    const { url } = await one.open((await requestFor(stranger, { scope: 'openid phone' })).url);
    expect(url.pathname).toBe(accessPage);
  });

  test('until the person ends it: the tokens end, and the application asks again', async () => {
    const { person, browser, ...one } = await start();
    const { access_token: token, refresh_token: refresh } = await allow(one, 'openid offline_access', {
      prompt: 'consent',
    });
    const firstParty = await tokensFor(contracts, one);
    const listed = async () => (await browser.get('/user/accounts/me')).data['applications'];
    expect(await listed()).toEqual([{ id: 'partner', name: 'Partner Ltd', since: expect.any(String) }]);
    expect(await browser.post('/user/accounts/applications/partner/end')).toMatchObject({ code: 0 });
    expect(await listed()).toEqual([]);
    expect(await auditTypesOf(services, person.ouid)).toEqual(['applicationEnded', 'applicationAllowed', 'signIn']);
    expect(await errorOf(openid.fetchUserInfo(partner, token, person.ouid))).not.toBe('none');
    expect(await errorOf(openid.refreshTokenGrant(partner, refresh!))).toBe('invalid_grant');
    expect(await isAsked(one)).toBe(true);
    await openid.fetchUserInfo(contracts, firstParty.access_token, person.ouid);
    const again = await browser.post('/user/accounts/applications/partner/end');
    expect(again.code).toBe(resultCodes.notFound);
  });

  test('until the application is removed', async () => {
    await addClient(services, { id: 'brief', firstParty: false });
    const brief = await openidClient(services, 'brief');
    const one = await start();
    const request = await requestFor(brief, { scope: 'openid' });
    await one.answer(await one.open(request.url), true);
    await services.stores.oidcClients.remove('brief');
    await addClient(services, { id: 'brief', firstParty: false });
    const { url } = await one.open((await requestFor(brief, { scope: 'openid' })).url);
    expect(url.pathname).toBe(accessPage);
  });
});

describe('a question', () => {
  const refused = { code: resultCodes.authorisationExpired };

  test('is answered once, and only in the session in which it was asked', async () => {
    const { person, browser, ...one } = await start();
    const path = `/oidc/interactions/${questionOf((await ask(one)).place)}`;
    const strangers = [
      services.browser(),
      (await signedIn(services, await newPerson(services))).browser,
      (await signedIn(services, person)).browser,
    ];
    for (const stranger of strangers) {
      expect(await stranger.get(path)).toMatchObject(refused);
      expect(await stranger.post(`${path}/answer`, { allowed: true })).toMatchObject(refused);
    }
    expect(await browser.post(`${path}/answer`, { allowed: false })).toMatchObject({ code: 0 });
    expect(await browser.get(path)).toMatchObject(refused);
    expect(await browser.post(`${path}/answer`, { allowed: true })).toMatchObject(refused);
  });

  test('cannot be answered by another site', async () => {
    const { browser, ...one } = await start();
    const path = `/oidc/interactions/${questionOf((await ask(one)).place)}`;
    const otherSite = { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' };
    expect((await browser.post(`${path}/answer`, { allowed: true }, otherSite)).status).toBe(403);
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const sent = await browser.send({
      method: 'POST',
      url: `/api${path}/answer`,
      payload: 'allowed=true',
      headers: form,
    });
    expect(sent.statusCode).toBe(415);
    expect(await isAsked(one)).toBe(true);
  });

  test('does not take the place of a sign-in', async () => {
    const { browser, ...one } = await start();
    const { url } = await one.open((await requestFor(partner, { prompt: 'login' })).url);
    const uid = interactionOf(redirectOf({ url, response: undefined }));
    expect(await browser.post(`/oidc/interactions/${uid}/answer`, { allowed: true })).toMatchObject(refused);
  });

  test('is asked of the person who signs in with another account instead', async () => {
    const { browser, ...one } = await start();
    const other = await newPerson(services);
    const { request, place } = await ask(one);
    const { data } = await browser.get(`/oidc/interactions/${questionOf(place)}`);
    const signInPage = await one.open(String(data['signInUrl']));
    await browser.signIn(other.mobile, other.password, { redirectUrl: redirectOf(signInPage) });
    const second = await one.open(redirectOf(signInPage));
    expect(second.url.pathname).toBe(accessPage);
    const { url } = await one.answer(second, true);
    expect((await exchange(partner, url.href, request)).claims()).toMatchObject({ sub: other.ouid });
  });

  test('waits while the person signs out and in again', async () => {
    const { person, browser, ...one } = await start();
    const { request, place } = await ask(one);
    await browser.post('/user/accounts/logout');
    const interaction = `/oidc/interaction/${questionOf(place)}`;
    const page = await one.open(interaction);
    expect(page.url.pathname).toBe('/login/web');
    await browser.signIn(person.mobile, person.password, { redirectUrl: redirectOf(page) });
    const { url } = await one.answer(await one.open(interaction), true);
    await exchange(partner, url.href, request);
  });
});

test('the operator’s own application is not asked about, also with prompt=consent', async () => {
  const { person, browser, ...one } = await start();
  const tokens = await tokensFor(contracts, one, { prompt: 'consent' });
  expect(tokens.claims()).toMatchObject({ sub: person.ouid });
  expect((await browser.get('/user/accounts/me')).data['applications']).toEqual([]);
});
