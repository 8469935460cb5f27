import { resultCodes } from '@foyer/contract/result-codes';
import { hours, minutes, seconds } from '@foyer/contract/time';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { auditTypesOf } from '../../../test/support/flows/audit-types.ts';
import { concurrently } from '../../../test/support/concurrently.ts';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { idSuffixAttemptStore } from '../../store/limits/id-suffix-attempts.ts';
import { accounts } from '../../store/schema/schema.ts';

const services = await testAppForFile();
const db = services.database.sql;
const password = 'Foyer-2026';
const idNumber = '11010119900307123X';
const path = '/v1/accounts/identityCheck';
type Browser = ReturnType<typeof services.browser>;

let numbers = 13500000000;
async function invited(more: Parameters<typeof services.addAccount>[0] = {}) {
  const mobile = String((numbers += 1));
  const ouid = await services.addAccount({ mobile, password, name: '尹尔', idNumber, ...more });
  return { mobile, ouid };
}

async function startIdentityCheck(mobile: string, browser = services.browser()) {
  const answer = await browser.signIn(mobile, password);
  expect(answer).toMatchObject({ code: resultCodes.needsIdentityCheck });
  const serviceId = String(answer.data['serviceId']);
  return { browser, serviceId, submit: (idSuffix: string) => browser.post(path, { serviceId, idSuffix }) };
}

const isSignedIn = async (browser: Browser) => (await browser.get('/user/accounts/me')).code === 0;

describe('an invited account that has never signed in', () => {
  test('passes with the end of the ID number, and then signs in normally [DG-07] [D-15]', async () => {
    const { mobile, ouid } = await invited();
    const { browser, submit } = await startIdentityCheck(mobile);
    expect(await submit('123X')).toMatchObject({ status: 200, code: 0, data: null });
    expect(await auditTypesOf(services, ouid)).toEqual(['identityChecked']);
    expect(browser.jar.has('foyer_session')).toBe(false);
    expect(await isSignedIn(browser)).toBe(false);
    expect(await browser.signIn(mobile, password)).toMatchObject({ code: 0, data: { loginDoubleCheck: false } });
    expect(await isSignedIn(browser)).toBe(true);
  });

  test('passes with a lower-case x [AC-32]', async () => {
    const { mobile } = await invited();
    const { submit } = await startIdentityCheck(mobile);
    expect(await submit('123x')).toMatchObject({ code: 0 });
  });

  test('learns the attempts left, and is locked out after the fifth [DG-05] [AC-32]', async () => {
    const { mobile } = await invited();
    const { submit } = await startIdentityCheck(mobile);
    for (const attemptsLeft of [4, 3, 2, 1])
      expect(await submit('0000')).toMatchObject({ code: resultCodes.wrongIdSuffix, data: { attemptsLeft } });
    expect(await submit('0000')).toMatchObject({ code: resultCodes.identityCheckClosed, data: { retryAfter: 86_400 } });
    expect(await submit('123X')).toMatchObject({ code: resultCodes.identityCheckClosed });
  });

  test('gets no more attempts in another browser or by signing in again [AC-32]', async () => {
    const { mobile } = await invited();
    for (const attemptsLeft of [4, 3, 2, 1]) {
      const { submit } = await startIdentityCheck(mobile);
      expect(await submit('0000')).toMatchObject({ data: { attemptsLeft } });
    }
    const [first, second] = [await startIdentityCheck(mobile), await startIdentityCheck(mobile)];
    expect(await first.submit('0000')).toMatchObject({ code: resultCodes.identityCheckClosed });
    expect(await second.submit('123X')).toMatchObject({ code: resultCodes.identityCheckClosed });
  });

  test('is not blocked by a node whose clock is some seconds behind', async () => {
    const { ouid } = await invited();
    const behind = idSuffixAttemptStore(db, { ...services.clock, now: () => services.clock.now() - seconds(5) });
    expect(await services.stores.idSuffixAttempts.count(ouid)).toEqual({ is: 'allowed', attemptsLeft: 4 });
    expect(await behind.blockedFor(ouid)).toBeUndefined();
    expect(await behind.count(ouid)).toEqual({ is: 'allowed', attemptsLeft: 3 });
    for (let tries = 0; tries < 3; tries += 1) await services.stores.idSuffixAttempts.count(ouid);
    for (const node of [services.stores.idSuffixAttempts, behind])
      expect(await node.count(ouid)).toEqual({ is: 'blocked', wait: hours(24) });
  });

  test('is locked out for one day, and learns it at the sign-in', async () => {
    const { mobile } = await invited();
    const first = await startIdentityCheck(mobile);
    for (let tries = 0; tries < 5; tries += 1) await first.submit('0000');
    services.moveClock(hours(24) - 1);
    expect(await services.browser().signIn(mobile, password)).toMatchObject({
      code: resultCodes.identityCheckClosed,
      data: { retryAfter: 1 },
    });
    services.moveClock(1);
    expect(await (await startIdentityCheck(mobile)).submit('123X')).toMatchObject({ code: 0 });
  });

  test('gets all attempts back one day after the last wrong one', async () => {
    const { mobile } = await invited();
    const { submit } = await startIdentityCheck(mobile);
    expect(await submit('0000')).toMatchObject({ data: { attemptsLeft: 4 } });
    services.moveClock(hours(24) - 1);
    expect(await (await startIdentityCheck(mobile)).submit('0000')).toMatchObject({ data: { attemptsLeft: 3 } });
    services.moveClock(hours(24));
    expect(await (await startIdentityCheck(mobile)).submit('0000')).toMatchObject({ data: { attemptsLeft: 4 } });
  });

  test('has 15 minutes for the check after the password', async () => {
    const { mobile } = await invited();
    const [early, late] = [await startIdentityCheck(mobile), await startIdentityCheck(mobile)];
    services.moveClock(minutes(15) - 1);
    expect(await early.submit('0000')).toMatchObject({ code: resultCodes.wrongIdSuffix });
    services.moveClock(1);
    expect(await late.submit('123X')).toMatchObject({ code: resultCodes.unknownServiceId });
  });

  test('gets a lost response again for one minute, with the right suffix in the same browser [AC-62]', async () => {
    const { mobile, ouid } = await invited();
    const { browser, serviceId, submit } = await startIdentityCheck(mobile);
    const checkedAt = async () =>
      (await db.select().from(accounts).where(eq(accounts.ouid, ouid)))[0]?.identityCheckedAt;
    expect(await submit('123X')).toMatchObject({ code: 0 });
    const first = await checkedAt();
    services.moveClock(minutes(1) - 1);
    const elsewhere = await services.browser().post(path, { serviceId, idSuffix: '123X' });
    expect(elsewhere).toMatchObject({ code: resultCodes.unknownServiceId });
    for (let tries = 0; tries < 3; tries += 1)
      expect(await submit('0000')).toMatchObject({ code: resultCodes.unknownServiceId, data: null });
    expect(await submit('123X')).toMatchObject({ code: 0, data: null });
    expect(await checkedAt()).toEqual(first);
    expect(browser.jar.has('foyer_session')).toBe(false);
    services.moveClock(1);
    expect(await submit('123X')).toMatchObject({ code: resultCodes.unknownServiceId });
  });

  test('passes once with two concurrent requests, which get the same response', async () => {
    const { mobile } = await invited();
    const { submit } = await startIdentityCheck(mobile);
    const answers = await Promise.all([submit('123X'), submit('123X')]);
    expect(answers.map(({ code }) => code)).toEqual([0, 0]);
  });

  test('has at most five attempts, also at a check that was passed [AC-32]', async () => {
    const { mobile } = await invited();
    const { submit } = await startIdentityCheck(mobile);
    expect(await submit('123X')).toMatchObject({ code: 0 });
    for (let tries = 0; tries < 5; tries += 1) await submit('0000');
    expect(await submit('123X')).toMatchObject({ code: resultCodes.identityCheckClosed });
  });
});

describe('another person', () => {
  test('with the handle but in another browser is refused [AC-25]', async () => {
    const { mobile } = await invited();
    const { serviceId } = await startIdentityCheck(mobile);
    const answers = [
      await services.browser().post(path, { serviceId, idSuffix: '123X' }),
      await services.browser().post(path, { serviceId: 'made-up', idSuffix: '123X' }),
    ];
    for (const { code, data } of answers)
      expect({ code, data }).toEqual({ code: resultCodes.unknownServiceId, data: null });
  });

  test('cannot use the handle of a second factor', async () => {
    const { mobile } = await invited({ secondFactor: true });
    const browser = services.browser();
    const { data } = await browser.signIn(mobile, password);
    const answer = await browser.post(path, { serviceId: data['preServiceId'], idSuffix: '123X' });
    expect(answer).toMatchObject({ code: resultCodes.unknownServiceId });
  });

  test('gets five comparisons from many concurrent guesses [AC-32]', async () => {
    const { mobile, ouid } = await invited({ idNumber: '110101199003079999' });
    const { submit } = await startIdentityCheck(mobile);
    const answers = await concurrently((index) => submit(String(index).padStart(4, '0')));
    expect(answers.filter(({ code }) => code === resultCodes.wrongIdSuffix)).toHaveLength(4);
    expect(answers.every(({ code }) => code !== 0)).toBe(true);
    expect(await submit('9999')).toMatchObject({ code: resultCodes.identityCheckClosed });
    const [account] = await db.select().from(accounts).where(eq(accounts.ouid, ouid));
    expect(account?.identityCheckedAt).toBeNull();
  });
});

test.each(['12', '12345', '12 4', '１２３４', '<12>', ['1', '2', '3', '4'], 1234])(
  'refuses the suffix %j',
  async (idSuffix) => {
    const answer = await services.browser().post(path, { serviceId: 'x', idSuffix });
    expect(answer).toMatchObject({ status: 400, code: resultCodes.malformed });
  },
);
