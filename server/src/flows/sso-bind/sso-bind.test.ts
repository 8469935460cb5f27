import { agreementVersion } from '@foyer/contract/agreement-version';
import { fromWire } from '@foyer/contract/call';
import { resultCodes } from '@foyer/contract/result-codes';
import { checkBindCode } from '@foyer/contract/sso-bind';
import { minutes } from '@foyer/contract/time';
import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { atOnce } from '../../../test/crowd.ts';
import { cheapPuzzles, codesOf, solved } from '../../../test/test-codes.ts';
import { companiesOf } from '../../../test/test-company.ts';
import { houseForFile } from '../../../test/test-house.ts';
import { accounts, consents, identities } from '../../store/schema.ts';

const house = await houseForFile({
  sandbox: true,
  env: {
    ...cheapPuzzles,
    CODES_PER_BROWSER: '1000',
    CODES_PER_ADDRESS: '1000',
    CODES_PER_HOUR: '1000',
    CODES_PER_DAY: '1000',
  },
});
const { goAndReturn, comeBack, check, sendBind, checkBind, ask, open, choose } = companiesOf(house);
const { pass, lastTo, sendHeld, verify, prove, commit } = codesOf(house);
const db = house.database.sql;
type Browser = ReturnType<typeof house.browser>;

let numbers = 15100000000;
const newMobile = () => String((numbers += 1));
const isIn = async (browser: Browser) => (await browser.get('/user/accounts/me')).code === 0;
const linkOf = (provider: string, id: string) =>
  db
    .select()
    .from(identities)
    .where(and(eq(identities.provider, provider)))
    .then((rows) => rows.find(({ subject }) => subject.includes(`"${id}"`)));

/** Nobody but those of the seed is bound when a test begins. */
beforeEach(async () => {
  for (const id of ['acme-carol', 'acme-mia']) {
    const link = await linkOf('sso.acme', id);
    if (link) await db.delete(identities).where(eq(identities.id, link.id));
  }
  house.moveClock(minutes(1));
});

async function stranger(browser: Browser, id = 'acme-carol', { company = 'acme', agreed = true } = {}) {
  const accessCode = await comeBack(browser, await goAndReturn(browser, company, id, { agreed }));
  expect(await check(browser, accessCode)).toMatchObject({ code: 0, data: { loginStatus: false } });
  return accessCode;
}

async function sendTo(browser: Browser, accessCode: string, mobile?: string) {
  const robotModel = await pass(browser);
  const { code, data } = await sendBind(browser, accessCode, { type: 'MOBILE', credentials: mobile, robotModel });
  expect(code).toBe(0);
  return String(data['authCodeId']);
}

async function bindTo(browser: Browser, accessCode: string, mobile: string) {
  const authCodeId = await sendTo(browser, accessCode, mobile);
  return checkBind(browser, accessCode, { authCodeId, code: lastTo(mobile)?.code });
}

describe('someone whom the company knows and we do not', () => {
  test('is bound to the account whose address they prove, and is signed in [SO-09] [SO-10]', async () => {
    const mobile = newMobile();
    const ouid = await house.addAccount({ mobile, lastSignInAt: new Date(house.clock.now()) });
    const browser = house.browser();
    const answer = await bindTo(browser, await stranger(browser), mobile);
    expect(answer).toMatchObject({ status: 200, code: 0 });
    expect(answer.data).toEqual({
      targetUrl: 'http://localhost:3000/home',
      realNameStatus: false,
      accountId: ouid,
      loginDoubleCheck: false,
      needAgreement: false,
    });
    expect(fromWire(checkBindCode, { ...answer }).is).toBe('done');
    expect(await browser.get('/user/accounts/me')).toMatchObject({
      data: { ouid, sessions: [{ way: 'sso', factors: ['sso', 'sms'] }], identities: [{ provider: 'sso.acme' }] },
    });
    await house.afterwards.settled();
    expect(lastTo(mobile)?.text).toMatch(/company identity/);

    const again = house.browser();
    const accessCode = await comeBack(again, await goAndReturn(again, 'acme', 'acme-carol'));
    expect(await check(again, accessCode)).toMatchObject({ data: { loginStatus: true, accountId: ouid } });
  });

  test('proves the address that the company told without ever seeing or naming it [SO-08] [D-29]', async () => {
    const browser = house.browser();
    const accessCode = await stranger(browser);
    const authCodeId = await sendTo(browser, accessCode);
    const answer = await checkBind(browser, accessCode, { authCodeId, code: lastTo('13800138002')?.code });
    expect(answer).toMatchObject({ code: 0, data: { needAgreement: false } });
    const [made] = await db.select().from(accounts).where(eq(accounts.mobile, '13800138002'));
    expect(made).toMatchObject({ ouid: answer.data['accountId'], passwordHash: null });
    expect(await db.select().from(consents).where(eq(consents.account, made!.ouid))).toMatchObject([
      { version: agreementVersion },
    ]);
  });

  test('is asked for the agreement when nobody ticked it, and has no session before [AC-34]', async () => {
    const browser = house.browser();
    const answer = await bindTo(browser, await stranger(browser, 'acme-carol', { agreed: false }), newMobile());
    expect(answer).toMatchObject({ code: 0, data: { needAgreement: true } });
    expect(answer.data).not.toHaveProperty('targetUrl');
    expect(await isIn(browser)).toBe(false);
  });

  test('has to be a person before anything is sent [SO-09]', async () => {
    const browser = house.browser();
    const accessCode = await stranger(browser);
    const asked = { type: 'MOBILE', credentials: newMobile() };
    expect(await sendBind(browser, accessCode, asked)).toMatchObject({ code: resultCodes.needsHumanCheck });
    expect(await sendBind(browser, accessCode, { ...asked, robotModel: 'made-up' })).toMatchObject({
      code: resultCodes.humanCheckFailed,
    });
  });

  test('gets the same answer whether or not the address has an account [AC-17]', async () => {
    const [known, unknown] = [newMobile(), newMobile()];
    await house.addAccount({ mobile: known });
    const browser = house.browser();
    const accessCode = await stranger(browser);
    const answers = [];
    for (const credentials of [known, unknown]) {
      const robotModel = await pass(browser);
      const { status, code, message, data } = await sendBind(browser, accessCode, {
        type: 'MOBILE',
        credentials,
        robotModel,
      });
      answers.push({ status, code, message, data: Object.keys(data), length: JSON.stringify(data).length });
    }
    expect(answers[0]).toEqual(answers[1]);
  });
});

describe('an account', () => {
  test('with a second factor is joined with nothing before it was given [AC-30] [AC-37]', async () => {
    const mobile = newMobile();
    const ouid = await house.addAccount({ mobile, secondFactor: true });
    const browser = house.browser();
    const { code, data } = await bindTo(browser, await stranger(browser), mobile);
    expect([code, data]).toMatchObject([0, { loginDoubleCheck: true, preServiceId: expect.any(String) }]);
    expect(await linkOf('sso.acme', 'acme-carol')).toBeUndefined();
    expect(await isIn(browser)).toBe(false);

    const { data: sent } = await sendHeld(browser, data['preServiceId'], 'LOGIN_DOUBLE_CHECK');
    const given = { credentials: lastTo(mobile)?.code, serviceId: sent['serviceId'] };
    expect(await browser.post('/sender/verifyLoginDoubleCheck', given)).toMatchObject({ code: 0 });
    expect(await linkOf('sso.acme', 'acme-carol')).toMatchObject({ account: ouid });
    expect(await isIn(browser)).toBe(true);
  });

  test('is one person to a company: a second of its identities finds it taken [AC-40]', async () => {
    const mobile = newMobile();
    await house.addAccount({ mobile });
    const [first, second] = [house.browser(), house.browser()];
    expect(await bindTo(first, await stranger(first), mobile)).toMatchObject({ code: 0 });
    house.moveClock(minutes(1));
    expect(await bindTo(second, await stranger(second, 'acme-mia'), mobile)).toMatchObject({
      code: resultCodes.boundElsewhere,
    });
    expect(await isIn(second)).toBe(false);
    expect(await linkOf('sso.acme', 'acme-mia')).toBeUndefined();
  });

  test('that is disabled stays closed, and is joined with nothing', async () => {
    const mobile = newMobile();
    await house.addAccount({ mobile, disabledAt: new Date() });
    const browser = house.browser();
    expect(await bindTo(browser, await stranger(browser), mobile)).toMatchObject({ code: resultCodes.accountDisabled });
    expect(await linkOf('sso.acme', 'acme-carol')).toBeUndefined();
  });

  test('that a company made, and nobody has been in, loses the password somebody set before', async () => {
    const mobile = newMobile();
    const ouid = await house.addAccount({
      mobile,
      password: 'Set-by-other-1',
      idNumber: '11010119900307123X',
      name: '尹尔',
    });
    const browser = house.browser();
    expect(await bindTo(browser, await stranger(browser), mobile)).toMatchObject({
      code: resultCodes.needsIdentityCheck,
    });
    expect((await db.select().from(accounts).where(eq(accounts.ouid, ouid)))[0]).toMatchObject({ passwordHash: null });
    expect(await isIn(browser)).toBe(false);
  });

  test('is not joined by a code that was sent for something else [AC-19] [AC-40]', async () => {
    const mobile = newMobile();
    await house.addAccount({ mobile });
    const browser = house.browser();
    const accessCode = await stranger(browser);
    const serviceId = await prove(browser, mobile);
    const code = lastTo(mobile)?.code;
    expect(await checkBind(browser, accessCode, { authCodeId: serviceId, code })).toMatchObject({
      code: resultCodes.unknownService,
    });
    const authCodeId = await sendTo(browser, accessCode, newMobile());
    expect(await verify(browser, authCodeId, lastTo(String(numbers))?.code)).toMatchObject({
      code: resultCodes.unknownService,
    });
    expect(await commit(browser, String(numbers), authCodeId)).toMatchObject({ code: resultCodes.unknownService });
  });
});

describe('a code, the access code it was sent for and the browser [AC-40]', () => {
  test("belong together: nobody's code binds another identity", async () => {
    const [mine, theirs] = [newMobile(), newMobile()];
    await house.addAccount({ mobile: theirs });
    const browser = house.browser();
    const [carol, mia] = [await stranger(browser), await stranger(browser, 'acme-mia')];
    const forCarol = await sendTo(browser, carol, theirs);
    const code = lastTo(theirs)?.code;
    await sendTo(browser, mia, mine);
    expect(await checkBind(browser, mia, { authCodeId: forCarol, code })).toMatchObject({
      code: resultCodes.unknownService,
    });
    expect(await linkOf('sso.acme', 'acme-mia')).toBeUndefined();
    expect(await checkBind(browser, carol, { authCodeId: forCarol, code })).toMatchObject({ code: 0 });
  });

  test('bind the address that the code went to, whatever is named later', async () => {
    const [mine, victims] = [newMobile(), newMobile()];
    const victim = await house.addAccount({ mobile: victims });
    const browser = house.browser();
    const accessCode = await stranger(browser);
    const authCodeId = await sendTo(browser, accessCode, mine);
    const swapped = { authCodeId, code: lastTo(mine)?.code, credentials: victims, principal: victims, mobile: victims };
    const answer = await checkBind(browser, accessCode, swapped);
    expect(answer).toMatchObject({ code: 0 });
    expect(answer.data['accountId']).not.toBe(victim);
  });

  test('work in no other browser', async () => {
    const mobile = newMobile();
    const [browser, thief] = [house.browser(), house.browser()];
    const accessCode = await stranger(browser);
    const authCodeId = await sendTo(browser, accessCode, mobile);
    await stranger(thief, 'acme-mia');
    const code = lastTo(mobile)?.code;
    expect(await checkBind(thief, accessCode, { authCodeId, code })).toMatchObject({ code: resultCodes.ssoExpired });
    expect(await sendBind(thief, accessCode, { type: 'MOBILE', credentials: mobile })).toMatchObject({
      code: resultCodes.ssoExpired,
    });
    expect(await checkBind(browser, accessCode, { authCodeId, code })).toMatchObject({ code: 0 });
  });

  test('work once, for a whole crowd', async () => {
    const mobile = newMobile();
    const browser = house.browser();
    const accessCode = await stranger(browser);
    const authCodeId = await sendTo(browser, accessCode, mobile);
    const code = lastTo(mobile)?.code;
    const answers = await atOnce(() => checkBind(browser, accessCode, { authCodeId, code }));
    expect(answers.filter((answer) => answer.code === 0)).toHaveLength(1);
    expect(await db.select().from(accounts).where(eq(accounts.mobile, mobile))).toHaveLength(1);
  });

  test('work for a quarter of an hour', async () => {
    const browser = house.browser();
    const accessCode = await stranger(browser);
    house.moveClock(minutes(15) - 1);
    const authCodeId = await sendTo(browser, accessCode, newMobile());
    house.moveClock(1);
    const code = lastTo(String(numbers))?.code;
    expect(await checkBind(browser, accessCode, { authCodeId, code })).toMatchObject({ code: resultCodes.ssoExpired });
  });

  test('cannot be used before the access code was asked about', async () => {
    const browser = house.browser();
    const accessCode = await comeBack(browser, await goAndReturn(browser, 'acme', 'acme-carol'));
    const asked = { type: 'MOBILE', credentials: newMobile(), robotModel: await pass(browser) };
    expect(await sendBind(browser, accessCode, asked)).toMatchObject({ code: resultCodes.ssoExpired });
  });

  test('are refused five wrong codes later', async () => {
    const browser = house.browser();
    const accessCode = await stranger(browser);
    const mobile = newMobile();
    const authCodeId = await sendTo(browser, accessCode, mobile);
    const right = lastTo(mobile)?.code;
    const wrong = right === '000000' ? '000001' : '000000';
    for (const attemptsLeft of [4, 3, 2, 1])
      expect(await checkBind(browser, accessCode, { authCodeId, code: wrong })).toMatchObject({
        code: resultCodes.wrongCode,
        data: { attemptsLeft },
      });
    expect(await checkBind(browser, accessCode, { authCodeId, code: wrong })).toMatchObject({
      code: resultCodes.tooManyCodeTries,
    });
    expect(await checkBind(browser, accessCode, { authCodeId, code: right })).toMatchObject({
      code: resultCodes.tooManyCodeTries,
    });
  });
});

test('a company that wants e-mail gets no mobile number past the service [AC-43]', async () => {
  const browser = house.browser();
  const accessCode = await stranger(browser, 'initech-hal', { company: 'initech' });
  const robotModel = await pass(browser);
  expect(await sendBind(browser, accessCode, { type: 'MOBILE', credentials: newMobile(), robotModel })).toMatchObject({
    code: resultCodes.emailOnly,
  });
  const sent = await sendBind(browser, accessCode, { type: 'EMAIL', robotModel });
  expect(sent).toMatchObject({ code: 0 });
  const given = { authCodeId: sent.data['authCodeId'], code: lastTo('hal@example.com')?.code };
  expect(await checkBind(browser, accessCode, given)).toMatchObject({ code: 0 });
  expect(await browser.get('/user/accounts/me')).toMatchObject({ data: { email: 'hal@example.com' } });
});

test('the whole way is gone without cookies as well, by tokens that the answers give [MD-04] [AC-52]', async () => {
  const way = { 'X-Tsign-Token-Way': 'header' };
  const browser = house.browser();
  const elsewhere = house.browser();
  const { data: asked } = await ask(browser, 'acme', { agreed: true }, way);
  const callback = await choose(elsewhere, await open(elsewhere, String(asked['targetUrl'])), 'acme-mia');
  const accessCode = await comeBack(house.browser(), callback);
  const { data: checked } = await check(browser, accessCode, way);
  const headers = { ...way, 'X-Tsign-Token': String(checked['token']) };

  const { data: puzzle } = await browser.get('/sender/robotAuth/challenge', headers);
  const value = solved(puzzle['challenge'] as Parameters<typeof solved>[0]);
  const { data: applied } = await browser.post('/sender/robotAuth/apply', { value }, headers);
  const mobile = newMobile();
  const asking = { type: 'MOBILE', credentials: mobile, robotModel: applied['auth'] };
  const { data: sent } = await sendBind(browser, accessCode, asking, headers);
  const given = { authCodeId: sent['authCodeId'], code: lastTo(mobile)?.code };
  expect(await checkBind(browser, accessCode, given, way)).toMatchObject({ code: resultCodes.ssoExpired });
  const bound = await checkBind(browser, accessCode, given, headers);
  expect(bound).toMatchObject({ code: 0, data: { token: expect.stringContaining(`${String(checked['token'])}.`) } });
  expect(browser.jar.size).toBe(0);
});
