import { resultCodes } from '@foyer/contract/result-codes';
import { minutes, seconds } from '@foyer/contract/time';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { concurrently } from '../../../test/support/concurrently.ts';
import { codeTestSettings, codeHelpers } from '../../../test/support/flows/test-codes.ts';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { sha256Hex } from '../../platform/sha256.ts';
import { accounts, sessions } from '../../store/schema/schema.ts';

const services = await testAppForFile({ env: codeTestSettings });
const { send, sendByHandle, verify, sendAndVerify, lastMessageTo } = codeHelpers(services);
const db = services.database.sql;
const old = 'Foyer-2026';
const fresh = 'Lantern~4471';
const path = '/v1/accounts/password';
type Browser = ReturnType<typeof services.browser>;

let numbers = 13200000000;
const newMobile = () => String((numbers += 1));
async function newPerson(more: Parameters<typeof services.addAccount>[0] = {}) {
  const mobile = newMobile();
  return { mobile, ouid: await services.addAccount({ mobile, password: old, ...more }) };
}

const reset = (browser: Browser, serviceId: string, password = fresh) =>
  browser.put(path, { serviceId, newPassword: sha256Hex(password), encrypter: 'SHA256' });
const isSignedIn = async (browser: Browser) => (await browser.get('/user/accounts/me')).code === 0;
const hashOf = async (ouid: string) =>
  (await db.select({ hash: accounts.passwordHash }).from(accounts).where(eq(accounts.ouid, ouid)))[0]?.hash;

describe('a person who forgot their password', () => {
  test.each([
    ['mobile number', (who: { mobile: string; email: string }) => who.mobile],
    ['e-mail address', (who: { mobile: string; email: string }) => who.email],
  ])('proves their %s, sets a new password and signs in with it [PG-01] [D-16]', async (_, by) => {
    const email = `${newMobile()}@example.com`;
    const { mobile } = await newPerson({ email });
    const browser = services.browser();
    const serviceId = await sendAndVerify(browser, by({ mobile, email }), 'RETRIEVE');
    expect(await reset(browser, serviceId)).toMatchObject({ status: 200, code: 0, data: null });
    expect(browser.jar.has('foyer_session')).toBe(false);
    expect(await browser.signIn(mobile, old)).toMatchObject({ code: resultCodes.wrongCredentials });
    expect(await browser.signIn(mobile, fresh)).toMatchObject({ code: 0 });
  });

  test('is signed out everywhere, this browser too [D-16]', async () => {
    const { mobile, ouid } = await newPerson();
    const browsers = [services.browser(), services.browser(), services.browser()];
    for (const browser of browsers) await browser.signIn(mobile, old);
    const here = browsers[0]!;
    const token = here.jar.get('foyer_session')!;
    await reset(here, await sendAndVerify(here, mobile, 'RETRIEVE'));
    expect(here.jar.has('foyer_session')).toBe(false);
    here.jar.set('foyer_session', token);
    expect(await Promise.all(browsers.map(isSignedIn))).toEqual([false, false, false]);
    expect(await db.select().from(sessions).where(eq(sessions.account, ouid))).toEqual([]);
  });

  test('ends the session of another account in this browser, not only its cookie [D-16]', async () => {
    const [other, { mobile }] = [await newPerson(), await newPerson()];
    const browser = services.browser();
    await browser.signIn(other.mobile, old);
    expect(await isSignedIn(browser)).toBe(true);
    const token = browser.jar.get('foyer_session')!;
    await reset(browser, await sendAndVerify(browser, mobile, 'RETRIEVE'));
    browser.jar.set('foyer_session', token);
    expect(await isSignedIn(browser)).toBe(false);
  });

  test('is notified at every mobile number and e-mail address on record, without a code or a link that opens anything', async () => {
    const email = `${newMobile()}@example.com`;
    const { mobile } = await newPerson({ email });
    const browser = services.browser({ language: 'en-US' });
    await reset(browser, await sendAndVerify(browser, mobile, 'RETRIEVE'));
    await services.backgroundTasks.settled();
    for (const notice of [lastMessageTo(mobile), lastMessageTo(email)]) {
      expect(notice).toMatchObject({
        language: 'en-US',
        text: expect.stringMatching(/(the|Your) password was changed/),
      });
      expect(notice).not.toHaveProperty('code');
      for (const link of notice?.text.match(/https?:\S+/g) ?? []) expect(new URL(link).href).toMatch(/\/retrieve$/);
    }
  });

  test('with a second factor still needs it, even in a trusted browser [6.4.3]', async () => {
    const { mobile } = await newPerson({ secondFactor: true });
    const browser = services.browser();
    const { data } = await browser.signIn(mobile, old);
    const sent = await sendByHandle(browser, data['preServiceId'], 'LOGIN_DOUBLE_CHECK');
    const second = { credentials: lastMessageTo(mobile)?.code, serviceId: sent.data['serviceId'], trustBrowser: true };
    await browser.post('/sender/verifyLoginDoubleCheck', second);
    expect(await browser.signIn(mobile, old)).toMatchObject({ data: { loginDoubleCheck: false } });
    services.moveClock(minutes(1));
    await reset(browser, await sendAndVerify(browser, mobile, 'RETRIEVE'));
    expect(await browser.signIn(mobile, fresh)).toMatchObject({ code: 0, data: { loginDoubleCheck: true } });
    expect(browser.jar.has('foyer_session')).toBe(false);
  });

  test('ends pending sign-ins with the old password', async () => {
    const { mobile } = await newPerson({ secondFactor: true });
    const thief = services.browser();
    const { data } = await thief.signIn(mobile, old);
    const owner = services.browser();
    await reset(owner, await sendAndVerify(owner, mobile, 'RETRIEVE'));
    const asked = await sendByHandle(thief, data['preServiceId'], 'LOGIN_DOUBLE_CHECK');
    expect(asked).toMatchObject({ code: resultCodes.unknownServiceId });
  });

  test('and was locked out can sign in at once with the new one', async () => {
    const { mobile } = await newPerson();
    const browser = services.browser();
    for (const wait of [0, 0, 1000, 2000, 4000]) {
      services.moveClock(wait);
      await browser.signIn(mobile, 'wrong');
    }
    expect(await browser.signIn(mobile, old)).toMatchObject({ code: resultCodes.lockedOut });
    await reset(browser, await sendAndVerify(browser, mobile, 'RETRIEVE'));
    expect(await browser.signIn(mobile, fresh)).toMatchObject({ code: 0 });
  });

  test('and used up the attempts of both identifiers can sign in at once with the new one', async () => {
    const email = `${newMobile()}@example.com`;
    const { mobile } = await newPerson({ email });
    const browser = services.browser();
    for (const name of [mobile, mobile, email, email, email]) {
      await browser.signIn(name, 'wrong');
      services.moveClock(seconds(5));
    }
    expect(await browser.signIn(mobile, old)).toMatchObject({ code: resultCodes.wrongCredentials });
    await reset(browser, await sendAndVerify(browser, mobile, 'RETRIEVE'));
    expect(await browser.signIn(email, fresh)).toMatchObject({ code: 0 });
  });

  test('is refused a common password and can choose another', async () => {
    const { mobile } = await newPerson();
    const browser = services.browser();
    const serviceId = await sendAndVerify(browser, mobile, 'RETRIEVE');
    expect(await reset(browser, serviceId, 'Password123')).toMatchObject({ code: resultCodes.commonPassword });
    expect(await reset(browser, serviceId)).toMatchObject({ code: 0 });
  });

  test('has ten minutes between the code and the new password', async () => {
    const [early, late] = [await newPerson(), await newPerson()];
    const [first, second] = [services.browser(), services.browser()];
    const inTime = await sendAndVerify(first, early.mobile, 'RETRIEVE');
    const tooLate = await sendAndVerify(second, late.mobile, 'RETRIEVE');
    services.moveClock(minutes(10) - 1);
    expect(await reset(first, inTime)).toMatchObject({ code: 0 });
    services.moveClock(1);
    expect(await reset(second, tooLate)).toMatchObject({ code: resultCodes.expiredCode });
  });
});

describe('a lost response', () => {
  const over = { code: resultCodes.expiredCode };

  test('is repeated for one minute, and nothing is done twice [AC-62] [PG-01]', async () => {
    const { mobile, ouid } = await newPerson();
    const browser = services.browser();
    const serviceId = await sendAndVerify(browser, mobile, 'RETRIEVE');
    expect(await reset(browser, serviceId)).toMatchObject({ code: 0, data: null });
    const hash = await hashOf(ouid);
    await services.backgroundTasks.settled();
    const sentBefore = services.sandbox.outbox.sent(mobile).length;
    const elsewhere = services.browser();
    await elsewhere.signIn(mobile, fresh);
    services.moveClock(seconds(60) - 1);
    expect(await reset(browser, serviceId)).toMatchObject({ status: 200, code: 0, data: null });
    await services.backgroundTasks.settled();
    expect(await hashOf(ouid)).toBe(hash);
    expect(await isSignedIn(elsewhere)).toBe(true);
    expect(services.sandbox.outbox.sent(mobile)).toHaveLength(sentBefore);
    services.moveClock(1);
    expect(await reset(browser, serviceId)).toMatchObject(over);
  });

  test('is repeated only for the same password in the same browser [AC-24] [AC-63]', async () => {
    const { mobile } = await newPerson();
    const [browser, thief] = [services.browser(), services.browser()];
    const serviceId = await sendAndVerify(browser, mobile, 'RETRIEVE');
    await reset(browser, serviceId);
    expect(await reset(browser, serviceId, 'Another~4472')).toMatchObject(over);
    expect(await reset(thief, serviceId)).toMatchObject({ code: resultCodes.unknownServiceId });
    expect(await services.browser().signIn(mobile, fresh)).toMatchObject({ code: 0 });
  });
});

describe('a reset is refused', () => {
  test('with a handle whose code was not verified [AC-36]', async () => {
    const { mobile, ouid } = await newPerson();
    const before = await hashOf(ouid);
    const browser = services.browser();
    const sent = await send(browser, mobile, 'RETRIEVE');
    expect(await reset(browser, String(sent.data['serviceId']))).toMatchObject({ code: resultCodes.unknownServiceId });
    await verify(browser, sent.data['serviceId'], '000000');
    expect(await reset(browser, String(sent.data['serviceId']))).toMatchObject({ code: resultCodes.unknownServiceId });
    expect(await hashOf(ouid)).toBe(before);
  });

  test.each(['REGISTER_LOGIN', 'REGISTER', 'FIND_ACCOUNT'])('with a code verified for %s [AC-19]', async (bizType) => {
    const { mobile, ouid } = await newPerson();
    const before = await hashOf(ouid);
    const browser = services.browser();
    const serviceId = await sendAndVerify(browser, mobile, bizType);
    expect(await reset(browser, serviceId)).toMatchObject({ code: resultCodes.unknownServiceId });
    expect(await hashOf(ouid)).toBe(before);
  });

  test('with a code verified in another browser [AC-24]', async () => {
    const { mobile, ouid } = await newPerson();
    const before = await hashOf(ouid);
    const serviceId = await sendAndVerify(services.browser(), mobile, 'RETRIEVE');
    expect(await reset(services.browser(), serviceId)).toMatchObject({ code: resultCodes.unknownServiceId });
    expect(await hashOf(ouid)).toBe(before);
  });

  test('for an account other than the proven one [AC-24]', async () => {
    const [mine, theirs] = [await newPerson(), await newPerson()];
    const before = await hashOf(theirs.ouid);
    const browser = services.browser();
    const serviceId = await sendAndVerify(browser, mine.mobile, 'RETRIEVE');
    const swapped = { serviceId, newPassword: sha256Hex(fresh), principal: theirs.mobile, account: theirs.ouid };
    expect(await browser.put(path, swapped)).toMatchObject({ code: 0 });
    expect(await hashOf(theirs.ouid)).toBe(before);
  });

  test('for a verified code that was used, also by many concurrent requests [AC-20]', async () => {
    const { mobile } = await newPerson();
    const browser = services.browser();
    const serviceId = await sendAndVerify(browser, mobile, 'RETRIEVE');
    const answers = await concurrently((index) => reset(browser, serviceId, `Lantern~${5000 + index}`));
    const won = answers.flatMap(({ code }, index) => (code === 0 ? [index] : []));
    expect(won).toHaveLength(1);
    expect(await services.browser().signIn(mobile, `Lantern~${5000 + won[0]!}`)).toMatchObject({ code: 0 });
  });
});

test('a missing account gets the same responses, and no code is sent [AC-17]', async () => {
  const { mobile } = await newPerson();
  const unknownMobile = newMobile();
  const [known, unknown] = [
    await send(services.browser(), mobile, 'RETRIEVE'),
    await send(services.browser(), unknownMobile, 'RETRIEVE'),
  ];
  const alike = ({ status, code, message, data }: typeof known) => ({
    status,
    code,
    message,
    fields: Object.keys(data),
  });
  expect(alike(unknown)).toEqual(alike(known));
  expect(lastMessageTo(mobile)).toHaveProperty('code');
  expect(lastMessageTo(unknownMobile)).not.toHaveProperty('code');
});

test('refuses a plain password and any other hash', async () => {
  const browser = services.browser();
  for (const body of [{ newPassword: fresh }, { newPassword: sha256Hex(fresh), encrypter: 'MD5' }])
    expect(await browser.put(path, { serviceId: 'x', ...body })).toMatchObject({
      status: 400,
      code: resultCodes.malformed,
    });
});
