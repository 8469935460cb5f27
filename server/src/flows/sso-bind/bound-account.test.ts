import { resultCodes } from '@foyer/contract/result-codes';
import { minutes } from '@foyer/contract/time';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { auditTypesOf } from '../../../test/support/flows/audit-types.ts';
import { bindingHelpers, noCodeLimits } from '../../../test/support/flows/test-binding.ts';
import { codeHelpers } from '../../../test/support/flows/test-codes.ts';
import { contactHelpers } from '../../../test/support/flows/test-contacts.ts';
import { ssoHelpers } from '../../../test/support/flows/test-company.ts';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { accounts } from '../../store/schema/schema.ts';

const services = await testAppForFile({ sandbox: true, env: noCodeLimits });
const { findCompany, open, signInAtCompany, openCallback, check, sendBind, checkBind } = ssoHelpers(services);
const { passHumanCheck, lastMessageTo, sendByHandle, verify, sendAndVerify, commit } = codeHelpers(services);
const { newMobile, isSignedIn, linkOf, startUnlinked, sendTo, bindTo } = bindingHelpers(services);
const { requestCode } = contactHelpers(services, 13260000000);
const db = services.database.sql;

describe('an account', () => {
  test('with a second factor is linked only after it was passed [AC-30] [AC-37]', async () => {
    const mobile = newMobile();
    const ouid = await services.addAccount({ mobile, secondFactor: true });
    const browser = services.browser();
    const { code, data } = await bindTo(browser, await startUnlinked(browser), mobile);
    expect([code, data]).toMatchObject([0, { loginDoubleCheck: true, preServiceId: expect.any(String) }]);
    expect(await linkOf('acme-carol')).toBeUndefined();
    expect(await isSignedIn(browser)).toBe(false);

    const { data: sent } = await sendByHandle(browser, data['preServiceId'], 'LOGIN_DOUBLE_CHECK');
    const given = { credentials: lastMessageTo(mobile)?.code, serviceId: sent['serviceId'] };
    expect(await browser.post('/sender/verifyLoginDoubleCheck', given)).toMatchObject({ code: 0 });
    expect(await linkOf('acme-carol')).toMatchObject({ account: ouid });
    expect(await isSignedIn(browser)).toBe(true);
  });

  test('is linked to one identity of a company: a second one is refused and can use another account [AC-40] [SO-10]', async () => {
    const mobile = newMobile();
    await services.addAccount({ mobile });
    const [first, second] = [services.browser(), services.browser()];
    expect(await bindTo(first, await startUnlinked(first), mobile)).toMatchObject({ code: 0 });
    services.moveClock(minutes(1));
    const accessCode = await startUnlinked(second, 'acme-mia');
    expect(await bindTo(second, accessCode, mobile)).toMatchObject({ code: resultCodes.boundElsewhere });
    expect(await isSignedIn(second)).toBe(false);
    expect(await linkOf('acme-mia')).toBeUndefined();
    // Another account works, as the message says.
    expect(await bindTo(second, accessCode, newMobile())).toMatchObject({ code: 0 });
    expect(await linkOf('acme-mia')).toBeDefined();
  });

  test('that is disabled is refused and not linked', async () => {
    const mobile = newMobile();
    await services.addAccount({ mobile, disabledAt: new Date() });
    const browser = services.browser();
    const accessCode = await startUnlinked(browser);
    expect(await bindTo(browser, accessCode, mobile)).toMatchObject({ code: resultCodes.accountDisabled });
    expect(await linkOf('acme-carol')).toBeUndefined();
    expect(await bindTo(browser, accessCode, newMobile())).toMatchObject({ code: 0 });
  });

  test('created by a company and never used loses the password set before', async () => {
    const mobile = newMobile();
    const ouid = await services.addAccount({
      mobile,
      password: 'Set-by-other-1',
      idNumber: '11010119900307123X',
      name: '尹尔',
    });
    const [browser, other] = [services.browser(), services.browser()];
    const { data: held } = await other.signIn(mobile, 'Set-by-other-1');
    expect(await bindTo(browser, await startUnlinked(browser), mobile)).toMatchObject({
      code: resultCodes.needsIdentityCheck,
    });
    // A sign-in that was begun with that password cannot be completed.
    const given = { serviceId: held['serviceId'], idSuffix: '123X' };
    expect(await other.post('/v1/accounts/identityCheck', given)).toMatchObject({ code: resultCodes.unknownServiceId });
    expect((await db.select().from(accounts).where(eq(accounts.ouid, ouid)))[0]).toMatchObject({ passwordHash: null });
    expect(await auditTypesOf(services, ouid)).toEqual(['passwordRemoved']);
    expect(await isSignedIn(browser)).toBe(false);
  });

  test('that loses this password so has no second proof for 72 hours: a code does not change the number [D-48]', async () => {
    const mobile = newMobile();
    await services.addAccount({ mobile, password: 'Set-by-other-1', idNumber: '11010119900307123X', name: '尹尔' });
    const browser = services.browser();
    const { data } = await bindTo(browser, await startUnlinked(browser), mobile);
    const given = { serviceId: data['serviceId'], idSuffix: '123X' };
    expect(await browser.post('/v1/accounts/identityCheck', given)).toMatchObject({ code: 0 });
    services.moveClock(minutes(1));
    expect(await commit(browser, mobile, await sendAndVerify(browser, mobile))).toMatchObject({ code: 0 });
    expect(await requestCode(browser, newMobile())).toMatchObject({ code: resultCodes.contactsTooSoon });
  });

  test('is not linked by a code for another purpose [AC-19] [AC-40]', async () => {
    const mobile = newMobile();
    await services.addAccount({ mobile });
    const browser = services.browser();
    const accessCode = await startUnlinked(browser);
    const serviceId = await sendAndVerify(browser, mobile);
    const code = lastMessageTo(mobile)?.code;
    expect(await checkBind(browser, accessCode, { authCodeId: serviceId, code })).toMatchObject({
      code: resultCodes.unknownServiceId,
    });
    const other = newMobile();
    const authCodeId = await sendTo(browser, accessCode, other);
    expect(await verify(browser, authCodeId, lastMessageTo(other)?.code)).toMatchObject({
      code: resultCodes.unknownServiceId,
    });
    expect(await commit(browser, other, authCodeId)).toMatchObject({ code: resultCodes.unknownServiceId });
  });
});

describe('a code, the access code it was sent for and the browser [AC-40]', () => {
  test('belong together: the code of one identity does not link another', async () => {
    const [mine, theirs] = [newMobile(), newMobile()];
    await services.addAccount({ mobile: theirs });
    const browser = services.browser();
    const [carol, mia] = [await startUnlinked(browser), await startUnlinked(browser, 'acme-mia')];
    const forCarol = await sendTo(browser, carol, theirs);
    const code = lastMessageTo(theirs)?.code;
    await sendTo(browser, mia, mine);
    expect(await checkBind(browser, mia, { authCodeId: forCarol, code })).toMatchObject({
      code: resultCodes.unknownServiceId,
    });
    expect(await linkOf('acme-mia')).toBeUndefined();
    expect(await checkBind(browser, carol, { authCodeId: forCarol, code })).toMatchObject({ code: 0 });
  });

  test('bind the address that the code went to, whatever is named later', async () => {
    const [mine, victims] = [newMobile(), newMobile()];
    const victim = await services.addAccount({ mobile: victims });
    const browser = services.browser();
    const accessCode = await startUnlinked(browser);
    const authCodeId = await sendTo(browser, accessCode, mine);
    const swapped = {
      authCodeId,
      code: lastMessageTo(mine)?.code,
      credentials: victims,
      principal: victims,
      mobile: victims,
    };
    const answer = await checkBind(browser, accessCode, swapped);
    expect(answer).toMatchObject({ code: 0 });
    expect(answer.data['accountId']).not.toBe(victim);
  });

  test('work in no other browser', async () => {
    const mobile = newMobile();
    const [browser, thief] = [services.browser(), services.browser()];
    const accessCode = await startUnlinked(browser);
    const authCodeId = await sendTo(browser, accessCode, mobile);
    await startUnlinked(thief, 'acme-mia');
    const code = lastMessageTo(mobile)?.code;
    expect(await checkBind(thief, accessCode, { authCodeId, code })).toMatchObject({ code: resultCodes.ssoExpired });
    expect(await sendBind(thief, accessCode, { type: 'MOBILE', credentials: mobile })).toMatchObject({
      code: resultCodes.ssoExpired,
    });
    expect(await checkBind(browser, accessCode, { authCodeId, code })).toMatchObject({ code: 0 });
  });

  test('work for a quarter of an hour', async () => {
    const browser = services.browser();
    const accessCode = await startUnlinked(browser);
    services.moveClock(minutes(15) - 1);
    const mobile = newMobile();
    const authCodeId = await sendTo(browser, accessCode, mobile);
    services.moveClock(1);
    const code = lastMessageTo(mobile)?.code;
    expect(await checkBind(browser, accessCode, { authCodeId, code })).toMatchObject({ code: resultCodes.ssoExpired });
  });

  test('cannot be used before the access code was asked about', async () => {
    const browser = services.browser();
    const accessCode = await openCallback(browser, await signInAtCompany(browser, 'acme', 'acme-carol'));
    const asked = { type: 'MOBILE', credentials: newMobile(), robotModel: await passHumanCheck(browser) };
    expect(await sendBind(browser, accessCode, asked)).toMatchObject({ code: resultCodes.ssoExpired });
  });

  test('are of no use to who was turned away at the company', async () => {
    const browser = services.browser();
    const { data } = await findCompany(browser, 'acme');
    const page = await open(browser, String(data['targetUrl']));
    const accessCode = await openCallback(browser, await open(browser, `${page}/cancel`));
    expect(await check(browser, accessCode)).toMatchObject({ code: resultCodes.ssoCancelled });
    const asked = { type: 'MOBILE', credentials: newMobile(), robotModel: await passHumanCheck(browser) };
    expect(await sendBind(browser, accessCode, asked)).toMatchObject({ code: resultCodes.ssoExpired });
  });

  test('are refused five wrong codes later', async () => {
    const browser = services.browser();
    const accessCode = await startUnlinked(browser);
    const mobile = newMobile();
    const authCodeId = await sendTo(browser, accessCode, mobile);
    const right = lastMessageTo(mobile)?.code;
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
