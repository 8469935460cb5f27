import { agreementVersion } from '@foyer/contract/agreement-version';
import { resultCodes } from '@foyer/contract/result-codes';
import { signInMethods } from '@foyer/contract/sign-in-methods';
import { days, minutes, seconds } from '@foyer/contract/time';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { codeTestSettings, codeHelpers } from '../../../test/support/flows/test-codes.ts';
import { factorHelpers } from '../../../test/support/flows/test-factors.ts';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { passkeyHelpers } from '../../../test/support/flows/test-passkeys.ts';
import { sha256Hex } from '../../platform/sha256.ts';
import { testRequestContext } from '../../../test/support/test-request-context.ts';
import { accounts, sessions } from '../../store/schema/schema.ts';
import { completeSignIn } from './complete-sign-in.ts';

// The tests send many codes within a few minutes of the test clock, so the limits are raised.
const services = await testAppForFile({
  env: { ...codeTestSettings, CODES_PER_MINUTE: '10000', CODES_PER_ADDRESS: '10000', CODES_PER_NETWORK: '10000' },
});
const { sendAndVerify, commit, sendByHandle, lastMessageTo } = codeHelpers(services);
const { addAuthenticator, addBackupCodes, submitFactor } = factorHelpers(services);
const { storePasskey, submitPasskeyAsFactor, signInWithPasskey } = passkeyHelpers(services);
const password = 'Foyer-2026';
type Browser = ReturnType<typeof services.browser>;
type CallResponse = Awaited<ReturnType<Browser['post']>>;

let numbers = 15800000000;
async function newPerson(more: Parameters<typeof services.addAccount>[0] = {}) {
  const mobile = String((numbers += 1));
  const email = `${mobile}@example.com`;
  return { mobile, email, ouid: await services.addAccount({ mobile, email, password, ...more }) };
}
type Person = Awaited<ReturnType<typeof newPerson>>;

/** The sign-in methods without a provider, up to the proof of their own factor. */
const methods: Record<string, (browser: Browser, person: Person) => Promise<CallResponse>> = {
  'a password': (browser, { mobile }) => browser.signIn(mobile, password),
  'a password and the e-mail address': (browser, { email }) => browser.signIn(email, password),
  'a code to the mobile number': async (browser, { mobile }) =>
    commit(browser, mobile, await sendAndVerify(browser, mobile)),
  'a code to the e-mail address': async (browser, { email }) =>
    commit(browser, email, await sendAndVerify(browser, email)),
  'the code of a registration': async (browser, { mobile }) =>
    commit(browser, mobile, await sendAndVerify(browser, mobile, 'REGISTER')),
  'a password that was just reset': async (browser, { mobile }) => {
    const serviceId = await sendAndVerify(browser, mobile, 'RETRIEVE');
    const reset = { serviceId, newPassword: sha256Hex('Lantern~4471') };
    expect(await browser.put('/v1/accounts/password', reset)).toMatchObject({ code: 0 });
    return browser.signIn(mobile, 'Lantern~4471');
  },
  'a passkey': async (browser, { ouid }) => signInWithPasskey(browser, await storePasskey(ouid)),
};

/** Every second factor: what makes an account have it, and the call that gives it. */
const secondFactors: Record<string, (browser: Browser, person: Person) => Promise<SubmitFactor>> = {
  'a code by text message':
    async (browser, { mobile }) =>
    async (preServiceId) => {
      services.moveClock(minutes(1));
      const sent = await sendByHandle(browser, preServiceId, 'LOGIN_DOUBLE_CHECK');
      const second = { credentials: lastMessageTo(mobile)?.code, serviceId: sent.data['serviceId'] };
      return browser.post('/sender/verifyLoginDoubleCheck', second);
    },
  'a code of the authenticator app': async (browser, { ouid }) => {
    const codeOf = await addAuthenticator(ouid);
    return (preServiceId) => submitFactor(browser, 'totp', preServiceId, codeOf());
  },
  'a backup code': async (browser, { ouid }) => {
    await addBackupCodes(ouid, ['abcde12345']);
    return (preServiceId) => submitFactor(browser, 'backupCode', preServiceId, 'abcde-12345');
  },
  'a passkey': async (browser, { ouid }) => {
    const authenticator = await storePasskey(ouid);
    return (preServiceId) => submitPasskeyAsFactor(browser, authenticator, preServiceId);
  },
};
type SubmitFactor = (preServiceId: unknown) => Promise<CallResponse>;

const isSignedIn = async (browser: Browser) => (await browser.get('/user/accounts/me')).code === 0;
const sessionsOf = ({ ouid }: Person) =>
  services.database.sql.select().from(sessions).where(eq(sessions.account, ouid));

describe.each(Object.entries(methods))('by %s', (name, signIn) => {
  test('an ordinary account is signed in, and the previous session of this browser ends with its token [AC-12]', async () => {
    const browser = services.browser();
    expect(await signIn(browser, await newPerson())).toMatchObject({ code: 0, data: { loginDoubleCheck: false } });
    expect(await isSignedIn(browser)).toBe(true);
    const before = browser.jar.get('foyer_session')!;
    await signIn(browser, await newPerson());
    expect(browser.jar.get('foyer_session')).not.toBe(before);
    const copy = services.browser();
    copy.jar.set('foyer_session', before);
    expect(await isSignedIn(copy)).toBe(false);
  });

  test('a disabled account is refused [ASVS 6.1.3]', async () => {
    const person = await newPerson({ disabledAt: new Date() });
    const browser = services.browser();
    expect(await signIn(browser, person)).toMatchObject({ code: resultCodes.accountDisabled });
    expect(await isSignedIn(browser)).toBe(false);
    expect(await sessionsOf(person)).toEqual([]);
  });

  test('the second factor is asked for, unless this was two factors [AC-30]', async () => {
    const person = await newPerson({ secondFactor: true });
    const browser = services.browser();
    const giveFactor = await secondFactors['a code by text message']!(browser, person);
    const response = await signIn(browser, person);
    // With the verification of the person a passkey is two factors.
    const isOneFactor = name !== 'a passkey';
    expect(response).toMatchObject({ code: 0, data: { loginDoubleCheck: isOneFactor } });
    expect(await sessionsOf(person)).toMatchObject(isOneFactor ? [] : [{ factors: ['passkey'] }]);
    if (isOneFactor) expect(await giveFactor(response.data['preServiceId'])).toMatchObject({ code: 0 });
    expect(await isSignedIn(browser)).toBe(true);
  });

  test('an invited account needs the identity check [AC-32]', async () => {
    const person = await newPerson({ name: '尹尔', idNumber: '11010119900307123X' });
    const browser = services.browser();
    expect(await signIn(browser, person)).toMatchObject({ code: resultCodes.needsIdentityCheck });
    expect(await isSignedIn(browser)).toBe(false);
    expect(await sessionsOf(person)).toEqual([]);
  });

  test('an account that has not agreed is not signed in until it does [AC-34]', async () => {
    const person = await newPerson({ agreed: false });
    const browser = services.browser();
    const response = await signIn(browser, person);
    expect(response).toMatchObject({ code: 0, data: { needAgreement: true } });
    expect(response.data).not.toHaveProperty('url');
    expect(await isSignedIn(browser)).toBe(false);
    await browser.put('/v1/accounts/agreement', { version: agreementVersion });
    expect(await isSignedIn(browser)).toBe(true);
  });

  test('an account that is to be closed asks whether to keep it, and nothing works before that', async () => {
    const person = await newPerson({ closesAt: new Date(services.clock.now() + days(1)) });
    const browser = services.browser();
    const response = await signIn(browser, person);
    expect(response).toMatchObject({ code: 0 });
    expect(JSON.stringify(response.data)).toContain('/account/keep?');
    expect(await isSignedIn(browser)).toBe(false);
    await browser.post('/user/accounts/closure/cancel', {});
    expect(await isSignedIn(browser)).toBe(true);
  });
});

describe.each(Object.entries(secondFactors))('after a password, by %s', (_, prepare) => {
  const signIn = methods['a password']!;

  test('the second factor is required, and nothing works before it [AC-30]', async () => {
    const person = await newPerson({ secondFactor: true });
    const browser = services.browser();
    const giveFactor = await prepare(browser, person);
    const response = await signIn(browser, person);
    expect(response).toMatchObject({ code: 0, data: { loginDoubleCheck: true } });
    expect(response.data).not.toHaveProperty('url');
    expect(await isSignedIn(browser)).toBe(false);
    expect(await browser.get('/v1/accounts/agreement')).toMatchObject({ code: resultCodes.notSignedIn });
    expect(await sessionsOf(person)).toEqual([]);
    expect(await giveFactor(response.data['preServiceId'])).toMatchObject({ code: 0 });
    expect(await isSignedIn(browser)).toBe(true);
  });

  test('an account that was disabled meanwhile is refused', async () => {
    const person = await newPerson({ secondFactor: true });
    const browser = services.browser();
    const giveFactor = await prepare(browser, person);
    const { data } = await signIn(browser, person);
    await services.database.sql.update(accounts).set({ disabledAt: new Date() }).where(eq(accounts.ouid, person.ouid));
    expect(await giveFactor(data['preServiceId'])).toMatchObject({ code: resultCodes.accountDisabled });
    expect(await sessionsOf(person)).toEqual([]);
  });

  test('the identity check, the agreement and keeping the account are still asked for [AC-32] [AC-34]', async () => {
    const invited = await newPerson({ secondFactor: true, name: '尹尔', idNumber: '11010119900307123X' });
    const browser = services.browser();
    const giveFactor = await prepare(browser, invited);
    const first = await signIn(browser, invited);
    expect(first).toMatchObject({ code: 0, data: { loginDoubleCheck: true } });
    expect(await giveFactor(first.data['preServiceId'])).toMatchObject({ code: resultCodes.needsIdentityCheck });
    expect(await sessionsOf(invited)).toEqual([]);

    const notAgreed = await newPerson({ secondFactor: true, agreed: false });
    const giveOther = await prepare(browser, notAgreed);
    const second = await signIn(browser, notAgreed);
    expect(await giveOther(second.data['preServiceId'])).toMatchObject({ code: 0, data: { needAgreement: true } });
    expect(await isSignedIn(browser)).toBe(false);

    const closing = await newPerson({ secondFactor: true, closesAt: new Date(services.clock.now() + days(1)) });
    const giveThird = await prepare(browser, closing);
    const third = await signIn(browser, closing);
    expect(third).toMatchObject({ code: 0, data: { loginDoubleCheck: true } });
    expect(await giveThird(third.data['preServiceId'])).toMatchObject({
      code: 0,
      data: { url: expect.stringContaining('/account/keep?') },
    });
    expect(await isSignedIn(browser)).toBe(false);
  });
});

test('a lock of account name and client IP refuses the right password, and the owner can still sign in by code [AC-23]', async () => {
  const person = await newPerson();
  const browser = services.browser();
  for (const wait of [0, 0, 1, 2, 4]) {
    services.moveClock(seconds(wait));
    await browser.signIn(person.mobile, 'wrong');
  }
  expect(await browser.signIn(person.mobile, password)).toMatchObject({ code: resultCodes.lockedOut });
  expect(await isSignedIn(browser)).toBe(false);
  expect(await commit(browser, person.mobile, await sendAndVerify(browser, person.mobile))).toMatchObject({ code: 0 });
  expect(await isSignedIn(browser)).toBe(true);
});

/** The steps after the first factor are the same for every method, also for those of an app or a company. */
describe.each(signInMethods)('after the first factor of %s', (method) => {
  const factor = method === 'code' || method === 'register' ? 'sms' : method;
  const isOneFactor = method !== 'passkey';
  const required = { policy: 'required', requiredFrom: 0, grace: 0, newFor: 0 } as const;

  async function complete(person: Person, secondFactor = services.config.secondFactor, trustToken?: string) {
    const account = (await services.stores.accounts.findByOuid(person.ouid))!;
    const context = testRequestContext('browser', { trustToken });
    const signIn = { account, method, factors: [factor], redirectUrl: '/home', secondFactorProven: !isOneFactor };
    const config = { ...services.config, secondFactor };
    return { result: await completeSignIn({ ...services, config }, signIn, context), context };
  }

  test('there is no session before the second factor, unless two are proven [AC-30]', async () => {
    const person = await newPerson({ secondFactor: true });
    await addAuthenticator(person.ouid);
    await storePasskey(person.ouid);
    await addBackupCodes(person.ouid, ['abcde12345']);
    const { result, context } = await complete(person);
    const asked = {
      loginDoubleCheck: true,
      preServiceId: expect.any(String),
      secondFactors: expect.arrayContaining(['totp', 'passkey', 'backupCode']),
    };
    expect(result).toMatchObject({ is: 'done', data: isOneFactor ? asked : { loginDoubleCheck: false } });
    expect(context.tokensSet).toHaveLength(isOneFactor ? 0 : 1);
    expect(await sessionsOf(person)).toHaveLength(isOneFactor ? 0 : 1);
  });

  test('there is none where the operator requires the second factor', async () => {
    const person = await newPerson();
    const { result } = await complete(person, required);
    const asked = { loginDoubleCheck: true, secondFactors: ['sms'] };
    expect(result).toMatchObject({ is: 'done', data: isOneFactor ? asked : { loginDoubleCheck: false } });
    expect(await sessionsOf(person)).toHaveLength(isOneFactor ? 0 : 1);
  });

  test('in the grace period the person is reminded of the second factor, unless two factors are proven', async () => {
    const person = await newPerson();
    const { result } = await complete(person, { ...required, grace: days(14) });
    expect(result).toMatchObject({ is: 'done', data: { loginDoubleCheck: false, url: '/home' } });
    expect(result.is === 'done' && 'secondFactorDueBy' in result.data).toBe(isOneFactor);
  });

  test('a trusted browser skips the second factor after a password or a code, not after a scan, a company or a registration [AC-31]', async () => {
    const person = await newPerson({ secondFactor: true });
    const browser = { browserId: 'browser', token: undefined, device: 'Chrome' };
    const trustToken = await services.stores.trustedBrowsers.trust(person.ouid, browser);
    const { result } = await complete(person, undefined, trustToken);
    const isAsked = !['password', 'code', 'passkey'].includes(method);
    expect(result).toMatchObject({ is: 'done', data: { loginDoubleCheck: isAsked } });
  });

  test('a disabled account, an invited one, one that has not agreed and one that is to be closed get no open session', async () => {
    const disabled = await newPerson({ disabledAt: new Date() });
    expect((await complete(disabled)).result).toEqual({ is: 'accountDisabled' });
    const invited = await newPerson({ name: '尹尔', idNumber: '11010119900307123X' });
    expect((await complete(invited)).result).toMatchObject({ is: 'needsIdentityCheck' });
    for (const person of [disabled, invited]) expect(await sessionsOf(person)).toEqual([]);

    const notAgreed = await newPerson({ agreed: false });
    const { result } = await complete(notAgreed);
    expect(result).toMatchObject({ is: 'done', data: { needAgreement: true } });
    expect(await sessionsOf(notAgreed)).toMatchObject([{ state: 'awaitingConsent' }]);
    const closing = await newPerson({ closesAt: new Date(services.clock.now() + days(1)) });
    expect((await complete(closing)).result).toMatchObject({
      data: { url: expect.stringContaining('/account/keep?') },
    });
    expect(await sessionsOf(closing)).toMatchObject([{ state: 'closing' }]);
  });
});
