import { resultCodes } from '@foyer/contract/result-codes';
import { minutes, seconds } from '@foyer/contract/time';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { sha256Hex } from '../../platform/sha256.ts';
import { codeTestSettings, codeHelpers } from '../../../test/support/flows/test-codes.ts';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { accounts } from '../../store/schema/schema.ts';

const services = await testAppForFile({ env: codeTestSettings, withoutIdentityService: true });
const { sendByHandle, verify, sendAndVerify, commit, lastMessageTo } = codeHelpers(services);
const password = 'Foyer-2026';
const wrong = '110101199003071111';
const right = '11010119900307123x';
const path = '/v1/accounts/identityCheck';

let numbers = 13000000000;
async function invited(more: Parameters<typeof services.addAccount>[0] = {}) {
  const mobile = String((numbers += 1));
  const ouid = await services.addAccount({ mobile, password, name: '尹尔', idNumber: wrong, ...more });
  return { mobile, ouid };
}

async function atTheCheck(mobile: string, browser = services.browser()) {
  const { data } = await browser.signIn(mobile, password);
  return { browser, held: String(data['serviceId']) };
}

async function proven(mobile: string) {
  const { browser, held } = await atTheCheck(mobile);
  const sent = await sendByHandle(browser, held, 'MODIFY_IDCARD');
  expect(await verify(browser, sent.data['serviceId'], lastMessageTo(mobile)?.code)).toMatchObject({ code: 0 });
  return { browser, held, serviceId: String(sent.data['serviceId']) };
}

const numberOf = async (ouid: string) =>
  (await services.database.sql.select().from(accounts).where(eq(accounts.ouid, ouid)))[0]?.idNumber;

const corrected = { code: 0, data: { confirmedBy: 'none' } };

test('corrects a wrong ID number after the password and a code to the number on record [CS-09] [D-15]', async () => {
  const { mobile, ouid } = await invited();
  const { browser, held, serviceId } = await proven(mobile);
  expect(await browser.put(path, { serviceId, idNumber: right })).toMatchObject(corrected);
  expect(await numberOf(ouid)).toBe(right.toUpperCase());
  expect(browser.jar.has('foyer_session')).toBe(false);
  expect(await browser.post(path, { serviceId: held, idSuffix: '1111' })).toMatchObject({
    code: resultCodes.wrongIdSuffix,
  });
  expect(await browser.post(path, { serviceId: held, idSuffix: '123X' })).toMatchObject({ code: 0 });
});

test('notifies the person of the correction', async () => {
  const { mobile } = await invited();
  const { browser, serviceId } = await proven(mobile);
  await browser.put(path, { serviceId, idNumber: right });
  await services.backgroundTasks.settled();
  expect(lastMessageTo(mobile)).toMatchObject({
    text: expect.stringContaining('the ID number on record was corrected'),
  });
});

describe('a person who holds only the phone', () => {
  /** Claims a number in this browser, and tries its suffix. */
  async function claim(browser: ReturnType<typeof services.browser>, held: string, mobile: string) {
    services.moveClock(minutes(1));
    const sent = await sendByHandle(browser, held, 'MODIFY_IDCARD');
    await verify(browser, sent.data['serviceId'], lastMessageTo(mobile)?.code);
    return browser.put(path, { serviceId: sent.data['serviceId'], idNumber: right });
  }

  test('does not pass with an ID number of their choice [D-15] [AC-32]', async () => {
    const { mobile, ouid } = await invited();
    const browser = services.browser();
    const { data } = await commit(browser, mobile, await sendAndVerify(browser, mobile));
    const held = String(data['serviceId']);
    expect(await claim(browser, held, mobile)).toMatchObject({ code: 0, data: { confirmedBy: 'password' } });
    expect(await numberOf(ouid)).toBe(wrong);
    expect(await browser.post(path, { serviceId: held, idSuffix: '123X' })).toMatchObject({
      code: resultCodes.wrongIdSuffix,
    });
    // A later sign-in with the password does not make a number count that was given without it.
    expect((await browser.signIn(mobile, password)).data).toMatchObject({ desIdNo: expect.any(String) });
    expect(await numberOf(ouid)).toBe(wrong);
    await services.backgroundTasks.settled();
    expect(lastMessageTo(mobile)).toMatchObject({
      text: expect.stringContaining('a different ID number was submitted'),
    });
  });

  test('does not pass with a password that they reset by a code [D-15]', async () => {
    const { mobile, ouid } = await invited();
    const browser = services.browser();
    const serviceId = await sendAndVerify(browser, mobile, 'RETRIEVE');
    const newPassword = sha256Hex('Mine-2026-now');
    const reset = await browser.put('/v1/accounts/password', { serviceId, newPassword, encrypter: 'SHA256' });
    expect(reset).toMatchObject({ code: 0 });
    const { data } = await browser.signIn(mobile, 'Mine-2026-now');
    expect(await claim(browser, String(data['serviceId']), mobile)).toMatchObject({
      code: 0,
      data: { confirmedBy: 'company' },
    });
    expect(await numberOf(ouid)).toBe(wrong);
  });
});

test('cannot be asked for while the check is closed, neither the code nor the correction [D-15] [AC-32]', async () => {
  const { mobile, ouid } = await invited();
  const { browser, held, serviceId } = await proven(mobile);
  for (let tries = 0; tries < 5; tries += 1) await browser.post(path, { serviceId: held, idSuffix: '0000' });
  const closed = { code: resultCodes.identityCheckClosed, data: { retryAfter: 86_400 } };
  expect(await browser.put(path, { serviceId, idNumber: right })).toMatchObject(closed);
  expect(await sendByHandle(browser, held, 'MODIFY_IDCARD')).toMatchObject(closed);
  expect(await numberOf(ouid)).toBe(wrong);
});

test('a verified code is used up by one correction', async () => {
  const { mobile, ouid } = await invited();
  const { browser, serviceId } = await proven(mobile);
  await browser.put(path, { serviceId, idNumber: right });
  expect(await browser.put(path, { serviceId, idNumber: wrong })).toMatchObject({ code: resultCodes.expiredCode });
  expect(await numberOf(ouid)).toBe(right.toUpperCase());
});

test('repeats a lost response for one minute, for the same ID number in the same browser [AC-62] [D-15]', async () => {
  const { mobile, ouid } = await invited();
  const { browser, serviceId } = await proven(mobile);
  const correct = (by = browser, idNumber = right) => by.put(path, { serviceId, idNumber });
  expect(await correct()).toMatchObject(corrected);
  await services.backgroundTasks.settled();
  const sentBefore = services.sandbox.outbox.sent(mobile).length;
  services.moveClock(seconds(60) - 1);
  expect(await correct()).toMatchObject(corrected);
  expect(await correct(browser, wrong)).toMatchObject({ code: resultCodes.expiredCode });
  expect(await correct(services.browser())).toMatchObject({ code: resultCodes.unknownServiceId });
  services.moveClock(1);
  expect(await correct()).toMatchObject({ code: resultCodes.expiredCode });
  await services.backgroundTasks.settled();
  expect(services.sandbox.outbox.sent(mobile)).toHaveLength(sentBefore);
  expect(await numberOf(ouid)).toBe(right.toUpperCase());
});

test('a verified code expires after ten minutes', async () => {
  const [early, late] = [await invited(), await invited()];
  const [first, second] = [await proven(early.mobile), await proven(late.mobile)];
  services.moveClock(minutes(10) - 1);
  expect(await first.browser.put(path, { serviceId: first.serviceId, idNumber: right })).toMatchObject({ code: 0 });
  services.moveClock(1);
  expect(await second.browser.put(path, { serviceId: second.serviceId, idNumber: right })).toMatchObject({
    code: resultCodes.expiredCode,
  });
});

test('refuses a correction without the code, with another code, or from another browser [AC-25]', async () => {
  const { mobile, ouid } = await invited();
  const { browser, held } = await atTheCheck(mobile);
  const unknown = { code: resultCodes.unknownServiceId };
  const correct = (serviceId: unknown, by = browser) => by.put(path, { serviceId, idNumber: right });
  expect(await sendByHandle(services.browser(), held, 'MODIFY_IDCARD')).toMatchObject(unknown);
  const sent = await sendByHandle(browser, held, 'MODIFY_IDCARD');
  for (const serviceId of [held, sent.data['serviceId'], 'made-up'])
    expect(await correct(serviceId)).toMatchObject(unknown);
  await verify(browser, sent.data['serviceId'], lastMessageTo(mobile)?.code);
  expect(await correct(sent.data['serviceId'], services.browser())).toMatchObject(unknown);
  services.moveClock(minutes(1));
  expect(await correct(await sendAndVerify(browser, mobile, 'REGISTER_LOGIN'))).toMatchObject(unknown);
  expect(await numberOf(ouid)).toBe(wrong);
});

test('refuses a correction for an account that has signed in before', async () => {
  const { mobile, ouid } = await invited();
  const { browser, held, serviceId } = await proven(mobile);
  await browser.post(path, { serviceId: held, idSuffix: '1111' });
  expect(await browser.put(path, { serviceId, idNumber: right })).toMatchObject({ code: resultCodes.unknownServiceId });
  expect(await numberOf(ouid)).toBe(wrong);
});

test.each([
  ['came in another way meanwhile', { lastSignInAt: new Date() }, wrong],
  ['has no number on record any more', { idNumber: null }, null],
])('refuses a correction for an account that %s', async (_, meanwhile, kept) => {
  const { mobile, ouid } = await invited();
  const { browser, serviceId } = await proven(mobile);
  await services.database.sql.update(accounts).set(meanwhile).where(eq(accounts.ouid, ouid));
  expect(await browser.put(path, { serviceId, idNumber: right })).toMatchObject({ code: resultCodes.unknownServiceId });
  expect(await numberOf(ouid)).toBe(kept);
});

test('sends the code by e-mail to an account without a mobile number', async () => {
  const email = `erin${(numbers += 1)}@example.com`;
  await services.addAccount({ email, password, name: '尹尔', idNumber: wrong });
  const { browser, held } = await atTheCheck(email);
  expect(await sendByHandle(browser, held, 'MODIFY_IDCARD')).toMatchObject({ code: resultCodes.unknownServiceId });
  expect(await sendByHandle(browser, held, 'MODIFY_IDCARD', 'email')).toMatchObject({ code: 0 });
  expect(lastMessageTo(email)).toHaveProperty('code');
});

test('tells only an account without a mobile number that the code comes by e-mail [D-15]', async () => {
  const email = 'invited.by.mail@example.com';
  await invited({ mobile: null, email });
  const { data } = await services.browser().signIn(email, password);
  expect(data).toMatchObject({ codeBy: 'email' });
  const { mobile } = await invited();
  expect((await services.browser().signIn(mobile, password)).data).not.toHaveProperty('codeBy');
});
