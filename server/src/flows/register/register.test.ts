import { readEnvelope } from '@foyer/contract/call';
import { checkAccountTaken, registerAccount } from '@foyer/contract/flows/register';
import { resultCodes } from '@foyer/contract/result-codes';
import { minutes } from '@foyer/contract/time';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { concurrently } from '../../../test/support/concurrently.ts';
import { codeTestSettings, codeHelpers } from '../../../test/support/flows/test-codes.ts';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { sha256Hex } from '../../platform/sha256.ts';
import { accounts, sessions } from '../../store/schema/schema.ts';

const services = await testAppForFile({
  env: { ...codeTestSettings, CODES_PER_BROWSER: '1000', CODES_PER_ADDRESS: '1000', CODES_PER_NETWORK: '1000' },
});
const { sendAndVerify, commit, send, loginParams } = codeHelpers(services);
const db = services.database.sql;

type Browser = ReturnType<typeof services.browser>;
const password = 'Lantern-71';
const source = { pub: 'yunzhang', chl: 'web', tml: 'PC' };

let numbers = 13200000000;
const newMobile = () => String((numbers += 1));
const withMobile = (mobile: string) => db.select().from(accounts).where(eq(accounts.mobile, mobile));
const register = (browser: Browser, serviceId: unknown, more: object = {}) =>
  browser.post(
    '/sender/register',
    { source, encrypter: 'SHA256', password: sha256Hex(password), serviceId, loginParams, ...more },
    { event: 'acc_register' },
  );
const taken = async (browser: Browser, principal: string) =>
  (await browser.post('/v1/accounts/checkMobileOrEmail', { principal })).data;

describe('a registration', () => {
  test('creates an account with a password, which then signs in and agrees [RG-02] [RG-03]', async () => {
    const mobile = newMobile();
    const browser = services.browser();
    const serviceId = await sendAndVerify(browser, mobile, 'REGISTER');
    expect(await taken(browser, mobile)).toEqual({ accountExist: false });
    const registered = await register(browser, serviceId);
    expect(registered).toMatchObject({ status: 200, code: 0, data: { ouid: expect.stringMatching(/^[\w-]{22}$/) } });
    expect(readEnvelope(registerAccount, { ...registered }).is).toBe('done');
    expect(browser.jar.has('foyer_session')).toBe(false);

    expect(await browser.signIn(mobile, password)).toMatchObject({
      code: 0,
      data: { ouid: registered.data['ouid'], needAgreement: true },
    });
    expect(await browser.put('/v1/accounts/agreement', { version: '2026-11' })).toMatchObject({ code: 0 });
    expect(await browser.get('/user/accounts/me')).toMatchObject({ code: 0, data: { mobile } });
  });

  test('by e-mail creates an account with that address', async () => {
    const browser = services.browser();
    const registered = await register(browser, await sendAndVerify(browser, 'Rita@example.com', 'REGISTER'));
    expect(registered).toMatchObject({ code: 0 });
    expect(await db.select().from(accounts).where(eq(accounts.email, 'rita@example.com'))).toMatchObject([
      { ouid: registered.data['ouid'], mobile: null },
    ]);
  });

  test('without a verified code is refused [AC-33] [ASVS 2.3.1]', async () => {
    const mobile = newMobile();
    const browser = services.browser();
    const { data } = await send(browser, mobile, 'REGISTER');
    for (const serviceId of ['x'.repeat(43), data['serviceId']])
      expect(await register(browser, serviceId)).toMatchObject({ code: resultCodes.unknownServiceId });
    expect(await withMobile(mobile)).toEqual([]);
  });

  test('creates an account for the proven mobile number, whatever else the request contains [AC-24] [AC-33]', async () => {
    const [mine, theirs] = [newMobile(), newMobile()];
    const browser = services.browser();
    const serviceId = await sendAndVerify(browser, mine, 'REGISTER');
    expect(await register(browser, serviceId, { principal: theirs, mobile: theirs, account: theirs })).toMatchObject({
      code: 0,
    });
    expect(await withMobile(theirs)).toEqual([]);
    expect(await withMobile(mine)).toHaveLength(1);
  });

  test.each(['REGISTER_LOGIN', 'RETRIEVE', 'FIND_ACCOUNT'])(
    'with a code for %s is refused [AC-19]',
    async (bizType) => {
      const mobile = newMobile();
      const browser = services.browser();
      // For the latter two, only an existing account gets a code.
      if (bizType !== 'REGISTER_LOGIN') await services.addAccount({ mobile });
      expect(await register(browser, await sendAndVerify(browser, mobile, bizType))).toMatchObject({
        code: resultCodes.unknownServiceId,
      });
    },
  );

  test('in another browser is refused [AC-24]', async () => {
    const mobile = newMobile();
    const [victim, thief] = [services.browser(), services.browser()];
    const serviceId = await sendAndVerify(victim, mobile, 'REGISTER');
    await sendAndVerify(thief, newMobile());
    expect(await register(thief, serviceId)).toMatchObject({ code: resultCodes.unknownServiceId });
    expect(await withMobile(mobile)).toEqual([]);
  });

  test('is possible for ten minutes after the code', async () => {
    const browser = services.browser();
    const [early, late] = [
      await sendAndVerify(browser, newMobile(), 'REGISTER'),
      await sendAndVerify(browser, newMobile(), 'REGISTER'),
    ];
    services.moveClock(minutes(10) - 1);
    expect(await register(browser, early)).toMatchObject({ code: 0 });
    services.moveClock(1);
    expect(await register(browser, late)).toMatchObject({ code: resultCodes.expiredCode });
  });

  test('of an existing account is refused, and the same code signs in instead [D-23] [RG-02]', async () => {
    const mobile = newMobile();
    const ouid = await services.addAccount({ mobile, password: 'Foyer-2026' });
    const browser = services.browser();
    const serviceId = await sendAndVerify(browser, mobile, 'REGISTER');
    const refused = await register(browser, serviceId);
    expect(refused).toMatchObject({
      code: resultCodes.accountTaken,
      message: 'This account already exists. You can sign in with it.',
    });
    expect(await services.browser().signIn(mobile, password)).toMatchObject({ code: resultCodes.wrongCredentials });
    expect(await commit(browser, mobile, serviceId, { agreed: true })).toMatchObject({ code: 0, data: { ouid } });
    expect(await services.browser().signIn(mobile, 'Foyer-2026')).toMatchObject({ code: 0 });
  });

  test.each([
    ['Password1', 'everybody'],
    ['Yunzhang2026', 'the product'],
    ['qianming123', 'signing'],
  ])('with %s, known to %s, is refused as common and can be repeated [ASVS 6.2.4] [RG-10]', async (common) => {
    const mobile = newMobile();
    const browser = services.browser();
    const serviceId = await sendAndVerify(browser, mobile, 'REGISTER');
    expect(await register(browser, serviceId, { password: sha256Hex(common) })).toMatchObject({
      code: resultCodes.commonPassword,
    });
    expect(await register(browser, serviceId, { password: sha256Hex(`${mobile}!`) })).toMatchObject({
      code: resultCodes.commonPassword,
    });
    expect(await withMobile(mobile)).toEqual([]);
    expect(await register(browser, serviceId)).toMatchObject({ code: 0 });
  });

  test.each([
    ['a plain password', { password: 'Lantern-71' }],
    ['another hash', { password: sha256Hex('x').slice(0, 32) }],
    ['a weaker encrypter', { encrypter: 'MD5' }],
    ['no source', { source: undefined }],
  ])('with %s is malformed [AC-29]', async (_, more) => {
    const browser = services.browser();
    expect(await register(browser, await sendAndVerify(browser, newMobile(), 'REGISTER'), more)).toMatchObject({
      status: 400,
    });
  });
});

describe('whether an account exists', () => {
  test('is revealed only to the browser that has just proven the mobile number [RG-04] [D-27]', async () => {
    const mobile = newMobile();
    await services.addAccount({ mobile });
    const [owner, stranger] = [services.browser(), services.browser()];
    await sendAndVerify(stranger, newMobile(), 'REGISTER');
    expect(await taken(owner, mobile)).toEqual({ accountExist: false });
    await send(owner, mobile, 'REGISTER');
    expect(await taken(owner, mobile)).toEqual({ accountExist: false });
    services.moveClock(minutes(1));
    const serviceId = await sendAndVerify(owner, mobile, 'REGISTER');
    const answer = await owner.post('/v1/accounts/checkMobileOrEmail', { principal: `+86 ${mobile}` });
    expect(answer.data).toEqual({ accountExist: true });
    expect(readEnvelope(checkAccountTaken, { ...answer }).is).toBe('done');
    expect(await taken(stranger, mobile)).toEqual({ accountExist: false });
    await commit(owner, mobile, serviceId);
    expect(await taken(owner, mobile)).toEqual({ accountExist: false });
  });

  test('is revealed for ten minutes', async () => {
    const mobile = newMobile();
    await services.addAccount({ mobile });
    const browser = services.browser();
    await sendAndVerify(browser, mobile, 'REGISTER');
    services.moveClock(minutes(10) - 1);
    expect(await taken(browser, mobile)).toEqual({ accountExist: true });
    services.moveClock(1);
    expect(await taken(browser, mobile)).toEqual({ accountExist: false });
  });

  test('is refused for a text that is not an account', async () => {
    expect(
      await services.browser().post('/v1/accounts/checkMobileOrEmail', { principal: 'not-an-account' }),
    ).toMatchObject({
      status: 400,
    });
  });
});

describe('many concurrent requests', () => {
  test('with one verified code create one account and get the same response [AC-60] [AC-62]', async () => {
    const mobile = newMobile();
    const browser = services.browser();
    const serviceId = await sendAndVerify(browser, mobile, 'REGISTER');
    // Requests beyond the length of the hashing queue are refused as busy.
    const answers = await concurrently(() => register(browser, serviceId));
    const done = answers.filter(({ code }) => code === 0);
    expect(new Set(done.map(({ data }) => data['ouid'])).size).toBe(1);
    expect(await withMobile(mobile)).toHaveLength(1);
    const { busy } = resultCodes;
    for (const { code } of answers) expect([0, busy]).toContain(code);
  });

  test('registering and signing in by code with one mobile number create one account [AC-61]', async () => {
    const mobile = newMobile();
    const people: { browser: ReturnType<typeof services.browser>; serviceId: string }[] = [];
    for (const bizType of ['REGISTER', 'REGISTER_LOGIN', 'REGISTER_LOGIN']) {
      const browser = services.browser();
      people.push({ browser, serviceId: await sendAndVerify(browser, mobile, bizType) });
      services.moveClock(minutes(1));
    }
    const answers = await concurrently(async (index) => {
      const who = index % people.length;
      const { browser, serviceId } = people[who]!;
      const answer = await (who === 0
        ? register(browser, serviceId)
        : commit(browser, mobile, serviceId, { agreed: true }));
      return { who, ...answer };
    });
    const [account, ...more] = await withMobile(mobile);
    expect(more).toEqual([]);
    const done = answers.filter(({ code }) => code === 0);
    expect(new Set(done.map(({ data }) => data['ouid']))).toEqual(new Set([account!.ouid]));
    for (const who of [1, 2]) expect(done.filter((answer) => answer.who === who)).toHaveLength(1);
    expect(await services.database.sql.select().from(sessions).where(eq(sessions.account, account!.ouid))).toHaveLength(
      2,
    );
    // The others learn that the account exists, or that the code has been used.
    const registered = done.some(({ who }) => who === 0);
    const madeByCode = done.filter(({ data }) => data['newUser'] === true);
    expect(madeByCode.length + (registered ? 1 : 0)).toBe(1);
    const { accountTaken, expiredCode, busy } = resultCodes;
    for (const { code } of answers) expect([0, accountTaken, expiredCode, busy]).toContain(code);
  });
});

test('registrations are logged and counted without the typed values [AC-50]', async () => {
  const mobile = newMobile();
  const browser = services.browser();
  const serviceId = await sendAndVerify(browser, mobile, 'REGISTER');
  const { data } = await register(browser, serviceId);
  const line = services.lines.findLast((one) => one.includes('"registration"'))!;
  expect(JSON.parse(line)).toMatchObject({ result: 'done', account: data['ouid'] });
  expect(await services.metrics.text()).toContain('foyer_registrations_total{result="done"}');
  for (const canary of [mobile, serviceId, sha256Hex(password), password])
    expect(services.lines.join()).not.toContain(canary);
});
