import { agreementVersion } from '@foyer/contract/agreement-version';
import { sharedComputerCookie } from '@foyer/contract/pages/shared-computer';
import { hours, minutes } from '@foyer/contract/time';
import { eq } from 'drizzle-orm';
import * as openid from 'openid-client';
import { describe, expect, test } from 'vitest';
import { chooserHelpers, chooserPages } from '../../../test/support/flows/test-chooser.ts';
import { codeTestSettings } from '../../../test/support/flows/test-codes.ts';
import { factorHelpers } from '../../../test/support/flows/test-factors.ts';
import { handoffHelpers } from '../../../test/support/flows/test-handoffs.ts';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { addClient, errorOf, navigator, openidClient, tokensFor } from '../../../test/support/flows/test-oidc.ts';
import { signInWalks } from '../../../test/support/flows/sign-in-walks.ts';
import { countSessions } from '../../store/sign-in/count-sessions.ts';
import { knownBrowsers } from '../../store/schema/browser-schema.ts';
import { sessions } from '../../store/schema/schema.ts';

/* A person who says at sign-in that others use the computer. */

const services = await testAppForFile({
  sandbox: true,
  env: { ...codeTestSettings, OIDC: 'on' },
  appOptions: { pages: chooserPages },
});
const db = services.database.sql;
const { cardsIn, password } = chooserHelpers(services, 13560000000);
const { addAuthenticator, submitFactor } = factorHelpers(services);
type Browser = ReturnType<typeof services.browser>;

function sharedBrowser() {
  const browser = services.browser();
  browser.jar.set(sharedComputerCookie, '1');
  return browser;
}
/** What the page does once the person is signed in. */
const forgetChoice = (browser: Browser) => browser.jar.delete(sharedComputerCookie);

const onShared: typeof services = Object.create(services, { browser: { value: sharedBrowser } });
const walks = signInWalks(onShared, 13570000000);
const { newPerson, byPassword } = walks;
type Person = Awaited<ReturnType<typeof newPerson>>;

async function signedIn(person: Person, browser = sharedBrowser()) {
  await byPassword(person, browser);
  forgetChoice(browser);
  return browser;
}

const isIn = async (browser: Browser) => (await browser.get('/user/accounts/me')).code === 0;
const devicesIn = async (browser: Browser) =>
  (await browser.get('/user/accounts/me')).data['sessions'] as { current: boolean; shared?: boolean }[];
const sessionsOf = ({ ouid }: Pick<Person, 'ouid'>) => db.select().from(sessions).where(eq(sessions.account, ouid));

describe('a session on a shared computer', () => {
  test('ends after half an hour without a request, and is not counted from then on', async () => {
    const person = await newPerson();
    const [browser, own] = [await signedIn(person), services.browser()];
    await byPassword(person, own);
    const live = () => countSessions(db, services.clock, services.config.limits.session);
    for (let visit = 1; visit <= 3; visit += 1) {
      services.moveClock(minutes(30) - 1);
      expect(await isIn(browser)).toBe(true);
    }
    const before = await live();
    services.moveClock(minutes(30));
    expect(await live()).toBe(before - 1);
    expect(await isIn(browser)).toBe(false);
    expect(await isIn(own)).toBe(true);
  });

  test('ends after eight hours', async () => {
    const browser = await signedIn(await newPerson());
    for (let visit = 1; visit < 20; visit += 1) {
      services.moveClock(minutes(25));
      expect(await isIn(browser)).toBe(true);
    }
    services.moveClock(hours(8) - minutes(25) * 19);
    expect(await isIn(browser)).toBe(false);
  });

  test('ends with the browser: its cookie has no lifetime', async () => {
    const { email } = await newPerson();
    const { headers } = await sharedBrowser().signIn(email, password);
    expect(headers['set-cookie']).toContainEqual(
      expect.stringMatching(/^foyer_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/),
    );
  });

  test('keeps its end when a second factor is added to it', async () => {
    const person = await newPerson();
    const browser = await signedIn(person);
    const [before] = await sessionsOf(person);
    await walks.addSms(person, { browser, preServiceId: undefined });
    expect(await sessionsOf(person)).toMatchObject([
      { shared: true, expiresAt: before!.expiresAt, factors: ['password', 'sms'] },
    ]);
  });

  test('is named so in the list of devices, and others are not', async () => {
    const person = await newPerson();
    const browser = await signedIn(person);
    const own = services.browser();
    await byPassword(person, own);
    expect(await devicesIn(browser)).toHaveLength(2);
    expect((await devicesIn(browser)).find(({ current }) => current)).toMatchObject({ shared: true });
    expect((await devicesIn(own)).find(({ current }) => current)).not.toHaveProperty('shared');
  });

  test('counts for the sign-in after it only where the person says so again', async () => {
    const person = await newPerson();
    const browser = await signedIn(person);
    await byPassword(person, browser);
    expect(await sessionsOf(person)).toMatchObject([{ shared: false }]);
  });
});

describe('every way in', () => {
  const { start, poll, ask, answer } = handoffHelpers(services);
  const done = { code: 0 };

  async function byHandoff() {
    const person = await newPerson();
    const [computer, phone] = [sharedBrowser(), services.browser()];
    const { handoffId, token } = await start(computer);
    await ask(phone, token);
    services.moveClock(1);
    await byPassword(person, phone);
    const { data: offer } = await ask(phone);
    const { data: pending } = await poll(computer, handoffId);
    expect(await answer(phone, offer['ticket'], { number: Number(pending['number']) })).toMatchObject(done);
    expect(await poll(computer, handoffId)).toMatchObject(done);
    return { browser: computer };
  }

  async function withSecondFactor() {
    const person = await newPerson({ secondFactor: true });
    return { browser: await walks.addSms(person, await byPassword(person, sharedBrowser())) };
  }

  test.each<[string, () => Promise<{ browser: Browser }>]>([
    ['a password', async () => byPassword(await newPerson(), sharedBrowser())],
    ['a code', async () => walks.byCode((await newPerson()).mobile, sharedBrowser())],
    ['a scan', async () => walks.byScan((await walks.linkedByCode(await newPerson())).owner)],
    ['one click', async () => walks.byOneClick(await newPerson())],
    ['linking a company', async () => ({ browser: await walks.boundToCompany(await newPerson()) })],
    ['WeCom', async () => ({ browser: await walks.byWecom() })],
    ['a phone that it continues on', byHandoff],
    ['a second factor', withSecondFactor],
  ])('by %s is one on a shared computer', async (_, signIn) => {
    const { browser } = await signIn();
    expect((await devicesIn(browser)).find(({ current }) => current)).toMatchObject({ shared: true });
    expect(await cardsIn(browser)).toBeUndefined();
  });
});

describe('the browser', () => {
  test('offers no account afterwards, also where the person has agreed only then', async () => {
    const person = await newPerson({ agreed: false });
    const browser = await signedIn(person);
    expect(await browser.put('/v1/accounts/agreement', { version: agreementVersion })).toMatchObject({ code: 0 });
    expect(await isIn(browser)).toBe(true);
    expect(await cardsIn(browser)).toBeUndefined();
  });

  test('keeps an earlier card as it was', async () => {
    const person = await newPerson();
    const browser = services.browser();
    await byPassword(person, browser);
    services.moveClock(minutes(1));
    await byPassword(await newPerson(), browser);
    const before = await cardsIn(browser);
    services.moveClock(minutes(1));
    browser.jar.set(sharedComputerCookie, '1');
    await signedIn(person, browser);
    expect(before).toHaveLength(2);
    expect(await cardsIn(browser)).toEqual(before);
  });

  test('does not become a known one, and the person hears of each sign-in with it', async () => {
    const person = await newPerson();
    await byPassword(person, services.browser());
    const noticesTo = () => services.sandbox.outbox.sent(person.email).length;
    const browser = await signedIn(person);
    await expect.poll(noticesTo).toBe(1);
    browser.jar.set(sharedComputerCookie, '1');
    await signedIn(person, browser);
    await expect.poll(noticesTo).toBe(2);
    expect(await db.select().from(knownBrowsers).where(eq(knownBrowsers.account, person.ouid))).toHaveLength(1);
  });

  test.each([true, false])(
    'is not trusted, also where the page asks for it; the same sign-in elsewhere: %s',
    async (shared) => {
      const person = await newPerson({ secondFactor: true });
      const code = await addAuthenticator(person.ouid);
      const browser = shared ? sharedBrowser() : services.browser();
      const { data } = await browser.signIn(person.email, password);
      expect(data).toMatchObject({ loginDoubleCheck: true, canTrustBrowser: !shared });
      await submitFactor(browser, 'totp', data['preServiceId'], code(), { trustBrowser: true });
      expect(await isIn(browser)).toBe(true);
      expect(browser.jar.has('foyer_trust')).toBe(!shared);
    },
  );

  test('is not trusted where a second factor is added to its session', async () => {
    const person = await newPerson();
    const browser = await signedIn(person);
    const { data } = await browser.post('/sender/startLoginDoubleCheck', {});
    expect(data).toMatchObject({ canTrustBrowser: false });
    await walks.addSms(person, { browser, preServiceId: undefined }, { trustBrowser: true });
    expect(await sessionsOf(person)).toMatchObject([{ factors: ['password', 'sms'] }]);
    expect(browser.jar.has('foyer_trust')).toBe(false);
  });

  test('is offered no passkey', async () => {
    const offer = async (browser: Browser) => (await browser.get('/user/accounts/passkeys/offer')).data;
    const own = services.browser();
    await byPassword(await newPerson(), own);
    expect(await offer(own)).toMatchObject({ due: true });
    expect(await offer(await signedIn(await newPerson()))).toEqual({ due: false, silent: false });
  });
});

describe('what an application keeps', () => {
  const offline = { scope: 'openid offline_access', prompt: 'consent' };
  const contracts = async () => {
    await addClient(services, { id: 'contracts' });
    return openidClient(services, 'contracts');
  };

  test('ends with the session, also access that would outlive another one', async () => {
    const client = await contracts();
    const refresh = (token: string | undefined) => errorOf(openid.refreshTokenGrant(client, token!));
    const [shared, own] = [await signedIn(await newPerson()), services.browser()];
    await byPassword(await newPerson(), own);
    const tokens = await tokensFor(client, navigator(services, shared), offline);
    const others = await tokensFor(client, navigator(services, own), offline);
    const next = await openid.refreshTokenGrant(client, tokens.refresh_token!);
    for (const browser of [shared, own]) await browser.post('/user/accounts/logout');
    expect(await refresh(next.refresh_token)).toBe('invalid_grant');
    expect(await refresh(others.refresh_token)).toBe('none');
  });

  test('ends with the session where the session was idle for too long', async () => {
    const client = await contracts();
    const browser = await signedIn(await newPerson());
    const { refresh_token: token } = await tokensFor(client, navigator(services, browser), offline);
    services.moveClock(minutes(30));
    expect(await errorOf(openid.refreshTokenGrant(client, token!))).toBe('invalid_grant');
  });

  test('ends with the session, also where the same person signs in again without the choice', async () => {
    const client = await contracts();
    const person = await newPerson();
    const browser = await signedIn(person);
    const { refresh_token: token } = await tokensFor(client, navigator(services, browser), offline);
    await byPassword(person, browser);
    expect(await errorOf(openid.refreshTokenGrant(client, token!))).toBe('invalid_grant');
  });
});
