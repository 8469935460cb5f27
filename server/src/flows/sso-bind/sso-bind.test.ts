import { agreementVersion } from '@foyer/contract/agreement-version';
import { fromWire } from '@foyer/contract/call';
import { resultCodes } from '@foyer/contract/result-codes';
import { checkBindCode } from '@foyer/contract/sso-bind';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { bindingOf, manyCodes } from '../../../test/test-binding.ts';
import { codesOf, solved } from '../../../test/test-codes.ts';
import { companiesOf } from '../../../test/test-company.ts';
import { houseForFile } from '../../../test/test-house.ts';
import { accounts, consents } from '../../store/schema.ts';

const house = await houseForFile({ sandbox: true, env: manyCodes });
const { goAndReturn, comeBack, check, sendBind, checkBind, ask, open, choose } = companiesOf(house);
const { pass, lastTo } = codesOf(house);
const { newMobile, isIn, stranger, sendTo, bindTo } = bindingOf(house);
const db = house.database.sql;

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
