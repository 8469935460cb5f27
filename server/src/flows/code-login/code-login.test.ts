import { agreementVersion } from '@foyer/contract/agreement-version';
import { readEnvelope } from '@foyer/contract/call';
import { commitCode } from '@foyer/contract/flows/code-login';
import { resultCodes } from '@foyer/contract/result-codes';
import { minutes } from '@foyer/contract/time';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { codeTestSettings, codeHelpers } from '../../../test/support/flows/test-codes.ts';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { accounts, agreements } from '../../store/schema/schema.ts';

const services = await testAppForFile({
  env: {
    ...codeTestSettings,
    ALLOWED_REDIRECTS: 'https://sign.example.com',
    CODES_PER_BROWSER: '100',
    CODES_PER_ADDRESS: '100',
  },
});
const { sendAndVerify, commit, send, verify, lastMessageTo } = codeHelpers(services);
const db = services.database.sql;

let numbers = 13300000000;
const newMobile = () => String((numbers += 1));
const newEmail = () => `person${(numbers += 1)}@example.com`;
const isSignedIn = async (browser: ReturnType<typeof services.browser>) =>
  (await browser.get('/user/accounts/me')).code === 0;
const withMobile = (mobile: string) => db.select().from(accounts).where(eq(accounts.mobile, mobile));

describe('an existing account', () => {
  test('signs in with a code alone [LF-06] [D-09]', async () => {
    const mobile = newMobile();
    const ouid = await services.addAccount({ mobile });
    const browser = services.browser();
    const answer = await commit(browser, mobile, await sendAndVerify(browser, mobile));
    expect(answer).toMatchObject({ status: 200, code: 0 });
    expect(answer.data).toEqual({
      ouid,
      url: 'http://localhost:3000/home',
      loginDoubleCheck: false,
      needAgreement: false,
      newUser: false,
    });
    expect(readEnvelope(commitCode, { ...answer }).is).toBe('done');
    expect(await browser.get('/user/accounts/me')).toMatchObject({
      code: 0,
      data: { ouid, sessions: [{ way: 'code', factors: ['sms'] }] },
    });
  });

  test('signs in by e-mail in any spelling of the address', async () => {
    const email = newEmail();
    const ouid = await services.addAccount({ email });
    const browser = services.browser();
    expect(await commit(browser, email.toUpperCase(), await sendAndVerify(browser, email))).toMatchObject({
      code: 0,
      data: { ouid },
    });
    expect(await browser.get('/user/accounts/me')).toMatchObject({
      data: { sessions: [{ way: 'code', factors: ['mail'] }] },
    });
  });

  test('is redirected to the requested URL if the allowlist permits it [QP-07]', async () => {
    const mobile = newMobile();
    await services.addAccount({ mobile });
    const browser = services.browser();
    const good = await commit(browser, mobile, await sendAndVerify(browser, mobile), {
      redirectUrl: 'https://sign.example.com/box',
    });
    expect(good.data).toMatchObject({ url: 'https://sign.example.com/box' });
    services.moveClock(minutes(1));
    const bad = await commit(browser, mobile, await sendAndVerify(browser, mobile), {
      redirectUrl: 'https://evil.test/',
    });
    expect(bad.data).toMatchObject({ url: 'http://localhost:3000/home' });
  });

  test('that is disabled is refused, and only after the right code', async () => {
    const mobile = newMobile();
    await services.addAccount({ mobile, disabledAt: new Date() });
    const browser = services.browser();
    expect(await commit(browser, mobile, await sendAndVerify(browser, mobile))).toMatchObject({
      code: resultCodes.accountDisabled,
    });
    expect(await isSignedIn(browser)).toBe(false);
  });

  test('gets no session before the second factor [AC-30]', async () => {
    const mobile = newMobile();
    const ouid = await services.addAccount({ mobile, secondFactor: true });
    const browser = services.browser();
    const answer = await commit(browser, mobile, await sendAndVerify(browser, mobile));
    expect(answer.data).toMatchObject({
      ouid,
      loginDoubleCheck: true,
      preServiceId: expect.any(String),
      mobile: expect.stringContaining('****'),
    });
    expect(answer.data).not.toHaveProperty('url');
    expect(browser.jar.has('foyer_session')).toBe(false);
  });

  test('created by a company requires the identity check, with masked data and without a session [D-15]', async () => {
    const mobile = newMobile();
    await services.addAccount({ mobile, name: '尹尔', idNumber: '11010119900307123X' });
    const browser = services.browser();
    expect(await commit(browser, mobile, await sendAndVerify(browser, mobile))).toMatchObject({
      code: resultCodes.needsIdentityCheck,
      data: { name: '尹*', desIdNo: '110***************' },
    });
    expect(browser.jar.has('foyer_session')).toBe(false);
  });

  test('that has not agreed gets no access yet [AC-34]', async () => {
    const mobile = newMobile();
    await services.addAccount({ mobile, agreed: false });
    const browser = services.browser();
    expect(await commit(browser, mobile, await sendAndVerify(browser, mobile))).toMatchObject({
      code: 0,
      data: { needAgreement: true },
    });
    expect(await isSignedIn(browser)).toBe(false);
  });
});

describe('a new person', () => {
  test('must agree first, and then gets an account, an agreement record and a session [LF-06] [LF-14] [D-09] [D-10]', async () => {
    const mobile = newMobile();
    const browser = services.browser({ language: 'zh-CN' });
    const serviceId = await sendAndVerify(browser, mobile);
    expect(await commit(browser, mobile, serviceId)).toMatchObject({
      status: 200,
      code: resultCodes.needsAgreement,
      data: { version: agreementVersion },
    });
    expect(await withMobile(mobile)).toEqual([]);
    expect(await isSignedIn(browser)).toBe(false);

    const answer = await commit(browser, mobile, serviceId, { agreed: true });
    expect(answer).toMatchObject({
      code: 0,
      data: {
        newUser: true,
        needAgreement: false,
        url: 'http://localhost:3000/home',
        setPwdServiceId: expect.stringMatching(/^[\w-]{43}$/),
      },
    });
    expect(await isSignedIn(browser)).toBe(true);
    const [account] = await withMobile(mobile);
    expect(account).toMatchObject({ ouid: answer.data['ouid'], passwordHash: null, email: null });
    expect(await db.select().from(agreements).where(eq(agreements.account, account!.ouid))).toMatchObject([
      { version: agreementVersion, language: 'zh-CN', agreedAt: new Date(services.clock.now()) },
    ]);
  });

  test('gets an account by e-mail as well', async () => {
    const email = newEmail();
    const browser = services.browser();
    expect(await commit(browser, email, await sendAndVerify(browser, email), { agreed: true })).toMatchObject({
      code: 0,
      data: { newUser: true },
    });
    expect(await browser.get('/user/accounts/me')).toMatchObject({ data: { email } });
  });

  test('can use the verified code for ten minutes while reading the agreement', async () => {
    const [early, late] = [newMobile(), newMobile()];
    const browser = services.browser();
    const [first, second] = [await sendAndVerify(browser, early), await sendAndVerify(browser, late)];
    services.moveClock(minutes(10) - 1);
    expect(await commit(browser, early, first, { agreed: true })).toMatchObject({ code: 0 });
    services.moveClock(1);
    expect(await commit(browser, late, second, { agreed: true })).toMatchObject({ code: resultCodes.expiredCode });
    expect(await withMobile(late)).toEqual([]);
  });

  test.each(['true', 1, null])('has not agreed with agreed: %j [AC-35]', async (agreed) => {
    const browser = services.browser();
    const mobile = newMobile();
    expect(await commit(browser, mobile, await sendAndVerify(browser, mobile), { agreed })).toMatchObject({
      status: 400,
    });
  });
});

test('a sign-in is refused until its code is verified [AC-33] [ASVS 2.3.1]', async () => {
  const mobile = newMobile();
  await services.addAccount({ mobile });
  const browser = services.browser();
  const { data } = await send(browser, mobile);
  expect(await commit(browser, mobile, String(data['serviceId']))).toMatchObject({
    code: resultCodes.unknownServiceId,
  });
  await verify(browser, data['serviceId'], '000000');
  expect(await commit(browser, mobile, String(data['serviceId']))).toMatchObject({
    code: resultCodes.unknownServiceId,
  });
  expect(await isSignedIn(browser)).toBe(false);
});

describe('a verified code', () => {
  test('signs in once, and a replay is refused [AC-20] [AC-63]', async () => {
    const mobile = newMobile();
    await services.addAccount({ mobile });
    const browser = services.browser();
    const serviceId = await sendAndVerify(browser, mobile);
    const { code } = lastMessageTo(mobile)!;
    expect(await commit(browser, mobile, serviceId)).toMatchObject({ code: 0 });
    expect(await commit(browser, mobile, serviceId)).toMatchObject({ code: resultCodes.expiredCode });
    expect(await verify(browser, serviceId, code)).toMatchObject({ code: resultCodes.expiredCode });
  });

  test('of one mobile number does not sign in to another account [AC-24]', async () => {
    const [mine, theirs] = [newMobile(), newMobile()];
    await services.addAccount({ mobile: mine });
    await services.addAccount({ mobile: theirs });
    const browser = services.browser();
    const serviceId = await sendAndVerify(browser, mine);
    expect(await commit(browser, theirs, serviceId)).toMatchObject({ code: resultCodes.unknownServiceId });
    expect(await isSignedIn(browser)).toBe(false);
    expect(await commit(browser, mine, serviceId)).toMatchObject({ code: 0 });
  });

  test('works only in the browser that requested the code [AC-24]', async () => {
    const mobile = newMobile();
    await services.addAccount({ mobile });
    const [victim, thief] = [services.browser(), services.browser()];
    const serviceId = await sendAndVerify(victim, mobile);
    await sendAndVerify(thief, newMobile());
    expect(await commit(thief, mobile, serviceId)).toMatchObject({ code: resultCodes.unknownServiceId });
    expect(await isSignedIn(thief)).toBe(false);
    expect(await commit(victim, mobile, serviceId)).toMatchObject({ code: 0 });
  });

  test.each(['RETRIEVE', 'FIND_ACCOUNT'])('for %s does not sign in [AC-19]', async (bizType) => {
    const mobile = newMobile();
    await services.addAccount({ mobile });
    const browser = services.browser();
    expect(await commit(browser, mobile, await sendAndVerify(browser, mobile, bizType))).toMatchObject({
      code: resultCodes.unknownServiceId,
    });
    expect(await isSignedIn(browser)).toBe(false);
  });

  test('for registration signs in to an existing account and creates none [D-23] [AC-19]', async () => {
    const [known, unknown] = [newMobile(), newMobile()];
    const ouid = await services.addAccount({ mobile: known, password: 'Foyer-2026' });
    const browser = services.browser();
    const serviceId = await sendAndVerify(browser, unknown, 'REGISTER');
    expect(await commit(browser, unknown, serviceId, { agreed: true })).toMatchObject({
      code: resultCodes.unknownServiceId,
    });
    expect(await withMobile(unknown)).toEqual([]);
    expect(
      await commit(browser, known, await sendAndVerify(browser, known, 'REGISTER'), { agreed: true }),
    ).toMatchObject({
      code: 0,
      data: { ouid, newUser: false },
    });
    expect(await services.browser().signIn(known, 'Foyer-2026')).toMatchObject({ code: 0 });
  });
});

test('logs and counts each attempt with its method and result [ASVS 16.3.1]', async () => {
  const mobile = newMobile();
  const browser = services.browser();
  const serviceId = await sendAndVerify(browser, mobile);
  const from = services.lines.length;
  await commit(browser, mobile, serviceId);
  const { data } = await commit(browser, mobile, serviceId, { agreed: true });
  await commit(browser, mobile, serviceId);
  const lines = services.lines
    .slice(from)
    .map((line) => JSON.parse(line))
    .filter(({ event }) => event === 'signIn');
  expect(lines).toMatchObject([
    { way: 'code', result: 'needsAgreement' },
    { way: 'code', result: 'done', account: data['ouid'] },
    { way: 'code', result: 'expiredCode' },
  ]);
  expect(await services.metrics.text()).toMatch(/foyer_sign_ins_total\{way="code",result="done"\} \d+/);
  for (const canary of [mobile, serviceId, String(data['setPwdServiceId']), browser.jar.get('foyer_session')!])
    expect(services.lines.join()).not.toContain(canary);
});
