import type { InteractionView } from '@foyer/contract/pages/interaction-view';
import type { PageVariant } from '@foyer/contract/pages/page-config';
import { resultCodes } from '@foyer/contract/result-codes';
import { minutes, seconds } from '@foyer/contract/time';
import * as openid from 'openid-client';
import { describe, expect, test } from 'vitest';
import { codeHelpers, codeTestSettings } from '../../../test/support/flows/test-codes.ts';
import { openNode, testAppForFile } from '../../../test/support/test-app.ts';
import {
  addClient,
  exchange,
  interactionOf,
  navigator,
  newPerson,
  openidClient,
  redirectOf,
  requestFor,
  signedIn,
  tokensFor,
} from '../../../test/support/flows/test-oidc.ts';

const services = await testAppForFile({
  env: { ...codeTestSettings, OIDC: 'on' },
  appOptions: {
    pages: {
      render: async (variant, _config, { view } = {}) => JSON.stringify({ variant, view }),
      assets: new Map(),
    },
  },
});
await addClient(services, { id: 'contracts', name: 'Contracts' });
const client = await openidClient(services, 'contracts');
const { sendByHandle, sendAndVerify, commit, lastMessageTo } = codeHelpers(services);
const twoFactors = { acr_values: 'urn:foyer:two-factors' };

type Browser = ReturnType<typeof services.browser>;

async function render(browser: Browser, { pathname, search }: URL) {
  const response = await browser.send({ method: 'GET', url: `${pathname}${search}` });
  return response.json<{ variant: PageVariant; view?: InteractionView }>();
}

/** Asks for the code of the second factor, as the page does at once, and returns the call that verifies it. */
async function startStepUp(browser: Browser, mobile: string, redirectUrl: string) {
  const { data } = await browser.post('/sender/startLoginDoubleCheck', { redirectUrl });
  const sent = await sendByHandle(browser, data['preServiceId'], 'LOGIN_DOUBLE_CHECK');
  const { serviceId } = sent.data;
  return () =>
    browser.post('/sender/verifyLoginDoubleCheck', {
      serviceId,
      credentials: lastMessageTo(mobile)?.code,
      redirectUrl,
    });
}

const tokenOf = ({ jar }: Browser) => jar.get('foyer_session');

describe('a person who is signed in with one factor where an application asks for two', () => {
  test('is asked for the second factor alone, and the page says why', async () => {
    const person = await newPerson(services);
    const { browser, open } = await signedIn(services, person);
    const page = await open((await requestFor(client, twoFactors)).url);
    const { view } = await render(browser, page.url);
    expect(view).toEqual({
      application: { 'zh-CN': 'Contracts', 'en-US': 'Contracts' },
      reason: { is: 'secondFactor' },
      params: { account: person.mobile },
      cancelUrl: `/oidc/interaction/${interactionOf(redirectOf(page))}/cancel`,
    });
  });

  test('gets an ID token with both factors and the time of the second, under a new session id and token', async () => {
    const person = await newPerson(services);
    const { browser, open } = await signedIn(services, person);
    const before = await tokensFor(client, { open });
    const [earlier] = await services.stores.sessions.listByAccount(person.ouid);
    const earlierToken = tokenOf(browser);
    services.moveClock(minutes(10));
    const request = await requestFor(client, twoFactors);
    const redirectUrl = redirectOf(await open(request.url));
    const verify = await startStepUp(browser, person.mobile, redirectUrl);
    expect(await verify()).toMatchObject({ code: 0, data: { url: redirectUrl, needAgreement: false } });
    const { url } = await open(redirectUrl);
    const claims = (await exchange(client, url.href, request)).claims();
    expect(claims).toMatchObject({
      sub: person.ouid,
      amr: ['pwd', 'sms', 'mfa'],
      acr: 'urn:foyer:two-factors',
      auth_time: Number(before.claims()?.auth_time) + minutes(10) / seconds(1),
    });
    const sessions = await services.stores.sessions.listByAccount(person.ouid);
    expect(sessions).toHaveLength(1);
    expect(sessions[0]?.id).not.toBe(earlier?.id);
    expect(sessions[0]).toMatchObject({ sid: earlier?.sid, expiresAt: earlier?.expiresAt });
    expect(tokenOf(browser)).not.toBe(earlierToken);
    expect(await services.stores.sessions.find(earlierToken)).toBeUndefined();
    // The applications of the session stay signed in.
    await openid.fetchUserInfo(client, before.access_token, person.ouid);
  });

  test('is not asked again, and may use a session of two factors where one is asked for', async () => {
    const person = await newPerson(services);
    const { browser, open } = await signedIn(services, person);
    const page = await open((await requestFor(client, twoFactors)).url);
    await (
      await startStepUp(browser, person.mobile, redirectOf(page))
    )();
    for (const acr_values of ['urn:foyer:two-factors', 'urn:foyer:one-factor'])
      expect((await tokensFor(client, { open }, { acr_values })).claims()).toMatchObject({
        acr: 'urn:foyer:two-factors',
      });
  });

  test('is asked after the sign-in if there was no session', async () => {
    const { mobile, password } = await newPerson(services);
    const browser = services.browser();
    const { open } = navigator(services, browser);
    const request = await requestFor(client, twoFactors);
    const redirectUrl = redirectOf(await open(request.url));
    await browser.signIn(mobile, password, { redirectUrl });
    const page = await open(redirectUrl);
    expect(page.url.pathname).toBe('/login/web');
    expect((await render(browser, page.url)).view?.reason).toEqual({ is: 'secondFactor' });
    await (
      await startStepUp(browser, mobile, redirectUrl)
    )();
    const { url } = await open(redirectUrl);
    expect((await exchange(client, url.href, request)).claims()).toMatchObject({ acr: 'urn:foyer:two-factors' });
  });

  test('is asked as well when the claim is essential', async () => {
    const { browser, open } = await signedIn(services, await newPerson(services));
    for (const acr of [{ value: 'urn:foyer:two-factors' }, { values: ['urn:foyer:two-factors'] }]) {
      const claims = JSON.stringify({ id_token: { acr: { essential: true, ...acr } } });
      const page = await open((await requestFor(client, { claims })).url);
      expect((await render(browser, page.url)).view?.reason).toEqual({ is: 'secondFactor' });
    }
  });

  test('is not asked if the application also accepts one factor, or names a level that does not exist', async () => {
    const browser = await signedIn(services, await newPerson(services));
    for (const acr_values of ['urn:foyer:two-factors urn:foyer:one-factor', 'urn:other'])
      expect((await tokensFor(client, browser, { acr_values })).claims()).toMatchObject({
        acr: 'urn:foyer:one-factor',
      });
  });

  test('answers prompt=none with interaction_required', async () => {
    const { open } = await signedIn(services, await newPerson(services));
    const { url } = await open((await requestFor(client, { ...twoFactors, prompt: 'none' })).url);
    expect(url.searchParams.get('error')).toBe('interaction_required');
  });

  test('sees the reason only in the browser of the request', async () => {
    const person = await newPerson(services);
    const [first, second] = [await signedIn(services, person), await signedIn(services, person)];
    const page = await first.open((await requestFor(client, twoFactors)).url);
    expect((await render(second.browser, page.url)).view).toBeUndefined();
  });
});

describe('a person without a second factor', () => {
  const refusal = async (open: ReturnType<typeof navigator>['open'], params: Record<string, string> = twoFactors) =>
    (await open((await requestFor(client, params)).url)).url.searchParams.get('error');

  test('who has no mobile number leads to an error at the application', async () => {
    const email = 'no-mobile@example.com';
    await services.addAccount({ email, password: 'Foyer-2026' });
    const browser = services.browser();
    await browser.signIn(email, 'Foyer-2026');
    expect(await refusal(navigator(services, browser).open)).toBe('unmet_authentication_requirements');
  });

  test('who has a mobile number where no text messages are sent leads to an error at the application', async () => {
    const withoutSms = await openNode(services, { SANDBOX: 'on', OIDC: 'on', SMS_GATEWAY: 'none' });
    const { open } = await signedIn(withoutSms, await newPerson(services));
    expect(await refusal(open)).toBe('unmet_authentication_requirements');
  });

  test('who has signed in with a code and has no password leads to an error at the application', async () => {
    const mobile = '13720000001';
    await services.addAccount({ mobile });
    const browser = services.browser();
    await commit(browser, mobile, await sendAndVerify(browser, mobile));
    expect(await refusal(navigator(services, browser).open)).toBe('unmet_authentication_requirements');
  });

  test('because the essential claim names a level that does not exist leads to an error at the application', async () => {
    const { open } = await signedIn(services, await newPerson(services));
    const claims = JSON.stringify({ id_token: { acr: { essential: true, values: ['urn:other'] } } });
    expect(await refusal(open, { claims })).toBe('unmet_authentication_requirements');
  });
});

test('a person who has signed in with a code signs in with the password, and then proves the second factor', async () => {
  const { mobile, password } = await newPerson(services);
  const browser = services.browser();
  const { open } = navigator(services, browser);
  await commit(browser, mobile, await sendAndVerify(browser, mobile));
  const page = await open((await requestFor(client, twoFactors)).url);
  const { variant, view } = await render(browser, page.url);
  expect(view).toMatchObject({ reason: { is: 'otherFactor' }, params: { account: mobile, tab: 'user' } });
  expect(variant).toMatchObject({ locked: true, tab: 'user' });
  expect(await browser.post('/sender/startLoginDoubleCheck')).toMatchObject({ code: resultCodes.notFound });
  services.moveClock(minutes(1));
  await browser.signIn(mobile, password, { redirectUrl: redirectOf(page) });
  const again = await open(redirectOf(page));
  expect((await render(browser, again.url)).view?.reason).toEqual({ is: 'secondFactor' });
});

describe('a person whose sign-in is older than max_age', () => {
  test('signs in to the same account again, and the page says why', async () => {
    const person = await newPerson(services);
    const { browser, open } = await signedIn(services, person);
    services.moveClock(minutes(6));
    const request = await requestFor(client, { max_age: '300' });
    const page = await open(request.url);
    const { variant, view } = await render(browser, page.url);
    expect(view).toMatchObject({ reason: { is: 'signInTooOld' }, params: { account: person.mobile } });
    expect(variant.locked).toBe(true);
    await browser.signIn(person.mobile, person.password, { redirectUrl: redirectOf(page) });
    const { url } = await open(redirectOf(page));
    await exchange(client, url.href, request);
  });

  test('proves both where two factors are asked for as well', async () => {
    const person = await newPerson(services);
    const { browser, open } = await signedIn(services, person);
    services.moveClock(minutes(6));
    const page = await open((await requestFor(client, { max_age: '300', ...twoFactors })).url);
    expect((await render(browser, page.url)).view?.reason).toEqual({ is: 'signInTooOld' });
    await browser.signIn(person.mobile, person.password, { redirectUrl: redirectOf(page) });
    const again = await open(redirectOf(page));
    expect((await render(browser, again.url)).view?.reason).toEqual({ is: 'secondFactor' });
  });

  test('answers prompt=none with login_required', async () => {
    const { open } = await signedIn(services, await newPerson(services));
    services.moveClock(minutes(6));
    const { url } = await open((await requestFor(client, { max_age: '300', prompt: 'none' })).url);
    expect(url.searchParams.get('error')).toBe('login_required');
  });
});

describe('a second factor that was started', () => {
  const begin = async () => {
    const person = await newPerson(services);
    const { browser, open } = await signedIn(services, person);
    const redirectUrl = redirectOf(await open((await requestFor(client, twoFactors)).url));
    return { person, browser, verify: await startStepUp(browser, person.mobile, redirectUrl) };
  };

  test('opens nothing once the person has signed out', async () => {
    const { browser, person, verify } = await begin();
    await browser.post('/user/accounts/logout');
    expect(await verify()).toMatchObject({ code: resultCodes.expiredCode });
    expect(await services.stores.sessions.listByAccount(person.ouid)).toEqual([]);
  });

  test('raises no session of another account', async () => {
    const { browser, verify } = await begin();
    const other = await newPerson(services);
    await browser.signIn(other.mobile, other.password);
    expect(await verify()).toMatchObject({ code: resultCodes.expiredCode });
    const [session] = await services.stores.sessions.listByAccount(other.ouid);
    expect(session?.factors).toEqual(['password']);
  });

  test('is raised again when the first response was lost', async () => {
    const { browser, person, verify } = await begin();
    const lost = tokenOf(browser)!;
    await verify();
    const first = tokenOf(browser)!;
    browser.jar.set('foyer_session', lost);
    services.moveClock(seconds(10));
    expect(await verify()).toMatchObject({ code: 0 });
    const [session] = await services.stores.sessions.listByAccount(person.ouid);
    expect(session?.factors).toEqual(['password', 'sms']);
    expect(await services.stores.sessions.find(first)).toBeUndefined();
    expect(await services.stores.sessions.find(tokenOf(browser))).toBeDefined();
  });

  test('is not raised by a wrong code', async () => {
    const { browser, person } = await begin();
    services.moveClock(minutes(1));
    const { data } = await browser.post('/sender/startLoginDoubleCheck');
    expect(data).toMatchObject({ mobile: `${person.mobile.slice(0, 3)}****${person.mobile.slice(-4)}` });
    const sent = await sendByHandle(browser, data['preServiceId'], 'LOGIN_DOUBLE_CHECK');
    const credentials = lastMessageTo(person.mobile)?.code === '000000' ? '111111' : '000000';
    const wrong = { serviceId: sent.data['serviceId'], credentials };
    expect(await browser.post('/sender/verifyLoginDoubleCheck', wrong)).toMatchObject({ code: resultCodes.wrongCode });
    const [session] = await services.stores.sessions.listByAccount(person.ouid);
    expect(session?.factors).toEqual(['password']);
  });

  test('needs a session', async () => {
    const { code } = await services.browser().post('/sender/startLoginDoubleCheck');
    expect(code).toBe(resultCodes.notSignedIn);
  });
});
