import * as openid from 'openid-client';
import { describe, expect, test } from 'vitest';
import { codeHelpers, codeTestSettings } from '../../../test/support/flows/test-codes.ts';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { factorHelpers } from '../../../test/support/flows/test-factors.ts';
import {
  addClient,
  exchange,
  navigator,
  newPerson,
  openidClient,
  redirectOf,
  requestFor,
  signedIn,
  tokensFor,
} from '../../../test/support/flows/test-oidc.ts';
import { recordNewFactor } from '../../parts/sign-in/new-factors.ts';
import { inTransaction } from '../../services.ts';

/** What applications learn of a session after another factor was added to it, or one of its factors was replaced. */

const services = await testAppForFile({ env: { ...codeTestSettings, OIDC: 'on' } });
const { sendByHandle, lastMessageTo } = codeHelpers(services);
const { addAuthenticator, submitFactor } = factorHelpers(services);
await addClient(services, { id: 'contracts' });
await addClient(services, { id: 'archive' });
await addClient(services, { id: 'partner', firstParty: false });
const [contracts, archive, partner] = [
  await openidClient(services, 'contracts'),
  await openidClient(services, 'archive'),
  await openidClient(services, 'partner'),
];
const oneFactor = { acr: 'urn:foyer:one-factor', amr: ['otp', 'pwd'] };
const twoFactors = { acr: 'urn:foyer:two-factors', amr: ['pwd', 'otp', 'mfa'] };
const asksForTwo = { acr_values: 'urn:foyer:two-factors' };
type Browser = ReturnType<typeof services.browser>;
let people = 0;

/** A session of a password and an app that the mailbox has added, which may be its thief's. The owner replaces that app. */
async function withNewApp() {
  const email = `changed${(people += 1)}@example.com`;
  const password = 'Foyer-2026';
  const ouid = await services.addAccount({ email, password });
  const code = await addAuthenticator(ouid);
  await services.stores.accounts.setSecondFactor(ouid, true);
  await inTransaction(services, (tx) => recordNewFactor(tx, ouid, 'totp', ['mail']));
  const browser = services.browser();
  const { data } = await browser.signIn(email, password);
  expect(await submitFactor(browser, 'totp', data['preServiceId'], code())).toMatchObject({ code: 0 });
  const replaceApp = () => inTransaction(services, (tx) => recordNewFactor(tx, ouid, 'totp', ['passkey']));
  return { browser, replaceApp, ...navigator(services, browser) };
}

/** A code to the number as second factor, in another tab of the browser. */
async function addSms(browser: Browser, mobile: string) {
  const { data } = await browser.post('/sender/startLoginDoubleCheck', {});
  const sent = await sendByHandle(browser, data['preServiceId'], 'LOGIN_DOUBLE_CHECK');
  const proof = { serviceId: sent.data['serviceId'], credentials: lastMessageTo(mobile)?.code };
  expect(await browser.post('/sender/verifyLoginDoubleCheck', proof)).toMatchObject({ code: 0 });
}

const refreshed = async (client: openid.Configuration, token: string | undefined) =>
  openid.refreshTokenGrant(client, token!);

describe('where the factor that made a session two was replaced', () => {
  test.each(['openid', 'openid offline_access'])(
    'new and refreshed ID tokens of each application say one factor: %s',
    async (scope) => {
      const { open, replaceApp } = await withNewApp();
      const params = { scope, ...(scope.includes('offline') && { prompt: 'consent' }) };
      const first = await tokensFor(contracts, { open }, params);
      expect(first.claims()).toMatchObject(twoFactors);
      await replaceApp();
      expect((await tokensFor(archive, { open }, params)).claims()).toMatchObject(oneFactor);
      const second = await refreshed(contracts, first.refresh_token);
      expect(second.claims()).toMatchObject(oneFactor);
      expect((await refreshed(contracts, second.refresh_token)).claims()).toMatchObject(oneFactor);
    },
  );

  test.each(['RefreshToken', 'AuthorizationCode'])(
    'at the moment of its use, what follows says one factor: %s',
    async (model) => {
      const { open, replaceApp } = await withNewApp();
      const params = { scope: 'openid offline_access', prompt: 'consent' };
      const { oidcRecords } = services.stores;
      const { consume } = oidcRecords;
      const whileUsed = () => {
        oidcRecords.consume = async (...args) => {
          if (args[0] !== model) return consume(...args);
          oidcRecords.consume = consume;
          await replaceApp();
          return consume(...args);
        };
      };
      if (model === 'AuthorizationCode') whileUsed();
      const first = await tokensFor(contracts, { open }, params);
      if (model === 'RefreshToken') whileUsed();
      const second = await refreshed(contracts, first.refresh_token);
      expect((await refreshed(contracts, second.refresh_token)).claims()).toMatchObject(oneFactor);
    },
  );

  test('a token that outlives the session says one factor also after it has ended', async () => {
    const { browser, open, replaceApp } = await withNewApp();
    const first = await tokensFor(contracts, { open }, { scope: 'openid offline_access', prompt: 'consent' });
    expect(first.claims()).toMatchObject(twoFactors);
    await replaceApp();
    expect(await browser.post('/user/accounts/logout', { everywhere: false })).toMatchObject({ code: 0 });
    expect((await refreshed(contracts, first.refresh_token)).claims()).toMatchObject(oneFactor);
  });

  test('a code that was issued before says one factor', async () => {
    const { open, replaceApp } = await withNewApp();
    const request = await requestFor(contracts);
    const { url } = await open(request.url);
    await replaceApp();
    expect((await exchange(contracts, url.href, request)).claims()).toMatchObject(oneFactor);
  });

  test('an application that asks for two factors asks for another one', async () => {
    const { open, replaceApp } = await withNewApp();
    expect((await tokensFor(archive, { open }, asksForTwo)).claims()).toMatchObject(twoFactors);
    await replaceApp();
    const { url } = await open((await requestFor(archive, { ...asksForTwo, prompt: 'none' })).url);
    expect(url.searchParams.get('error')).toBe('interaction_required');
  });
});

test('a refresh token from before a second factor says what was proven then, another application learns both', async () => {
  const person = await newPerson(services);
  const { browser, open } = await signedIn(services, person);
  const before = await tokensFor(contracts, { open });
  await addSms(browser, person.mobile);
  expect((await tokensFor(archive, { open })).claims()).toMatchObject({ acr: 'urn:foyer:two-factors' });
  expect((await refreshed(contracts, before.refresh_token)).claims()).toMatchObject({
    acr: 'urn:foyer:one-factor',
    auth_time: before.claims()?.auth_time,
  });
});

describe('a person who allows an application of someone else', () => {
  /** The question of the application, after a sign-in for it. */
  async function asked(params = {}) {
    const person = await newPerson(services);
    const browser = services.browser();
    const { open, answer } = navigator(services, browser);
    const request = await requestFor(partner, params);
    const redirectUrl = redirectOf(await open(request.url));
    await browser.signIn(person.mobile, person.password, { redirectUrl });
    return { person, browser, open, answer, request, redirectUrl };
  }

  test('after another tab has added a second factor: the ID token says two', async () => {
    const { person, browser, open, answer, request, redirectUrl } = await asked();
    const question = await open(redirectUrl);
    await addSms(browser, person.mobile);
    const { url } = await answer(question, true);
    const claims = (await exchange(partner, url.href, request)).claims();
    expect(claims).toMatchObject({ acr: 'urn:foyer:two-factors', amr: ['pwd', 'sms', 'mfa'] });
  });

  test('after a factor of the session was replaced: it is asked for another one', async () => {
    const { person, browser, open, answer, redirectUrl } = await asked(asksForTwo);
    await addSms(browser, person.mobile);
    const question = await open(redirectUrl);
    const ever = { from: new Date(0), until: new Date(services.clock.now() + 1) };
    await services.stores.sessions.relabel(person.ouid, 'sms', 'password', ever);
    const { url } = await answer(question, true);
    expect(url.pathname).toBe('/login/web');
  });
});
