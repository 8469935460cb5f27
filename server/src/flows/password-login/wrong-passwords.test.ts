import { resultCodes } from '@foyer/contract/result-codes';
import { minutes, seconds } from '@foyer/contract/time';
import { describe, expect, test } from 'vitest';
import { concurrently } from '../../../test/support/concurrently.ts';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { comparable } from '../../../test/support/test-browser.ts';

const services = await testAppForFile();
const password = 'Foyer-2026';

let numbers = 13900000000;
const newMobile = () => String((numbers += 1));

async function newPerson(more: Parameters<typeof services.addAccount>[0] = {}) {
  const mobile = newMobile();
  const ouid = await services.addAccount({ mobile, password, ...more });
  return { mobile, ouid };
}

describe('a wrong password', () => {
  /** Moves the clock by 5 s after each attempt, longer than any delay. */
  async function attemptRepeatedly(
    browser: ReturnType<typeof services.browser>,
    account: string,
    times: number,
    secret = 'wrong',
  ) {
    const responses = [];
    for (let i = 0; i < times; i += 1) {
      responses.push(await browser.signIn(account, secret));
      services.moveClock(seconds(5));
    }
    return responses;
  }

  test('is refused with the attempts left, in the requested language', async () => {
    const { mobile } = await newPerson();
    const english = services.browser();
    expect(await english.signIn(mobile, 'wrong')).toMatchObject({
      status: 200,
      code: resultCodes.wrongCredentials,
      message: 'Incorrect account or password. 4 attempts left.',
      data: { attemptsLeft: 4 },
    });
    const chinese = services.browser({ language: 'zh-CN' });
    expect(await chinese.signIn(mobile, 'wrong')).toMatchObject({ message: '账号或密码错误，还可尝试 4 次' });
  });

  test('makes each following attempt wait longer [D-26]', async () => {
    const { mobile } = await newPerson();
    const browser = services.browser();
    expect(await browser.signIn(mobile, 'wrong')).toMatchObject({ data: { attemptsLeft: 4 } });
    for (const [left, delay] of [
      [3, seconds(1)],
      [2, seconds(2)],
      [1, seconds(4)],
    ] as const) {
      expect(await browser.signIn(mobile, 'wrong')).toMatchObject({ data: { attemptsLeft: left } });
      services.moveClock(delay - 1);
      expect(await browser.signIn(mobile, password)).toMatchObject({
        status: 429,
        code: resultCodes.waitBeforeRetry,
        data: { retryAfter: 1 },
      });
      services.moveClock(1);
    }
  });

  test('locks the pair of account name and client IP the fifth time, for 15 minutes, and says how long [D-26]', async () => {
    const { mobile } = await newPerson();
    const browser = services.browser();
    const responses = await attemptRepeatedly(browser, mobile, 4);
    expect(responses.map(({ data }) => data['attemptsLeft'])).toEqual([4, 3, 2, 1]);
    const fifth = await browser.signIn(mobile, 'wrong');
    expect(fifth).toMatchObject({
      status: 429,
      code: resultCodes.lockedOut,
      message: 'Too many attempts. Try again in 15 minutes, or use a one-time code now.',
      data: { retryAfter: 900 },
      headers: { 'retry-after': '900' },
    });

    services.moveClock(minutes(15) - 1);
    expect(await browser.signIn(mobile, password)).toMatchObject({
      code: resultCodes.lockedOut,
      message: 'Too many attempts. Try again in 1 minute, or use a one-time code now.',
      data: { retryAfter: 1 },
    });
    services.moveClock(1);
    expect(await browser.signIn(mobile, password)).toMatchObject({ code: 0 });
  });

  test('does not lock the account name for other client IPs [AC-23]', async () => {
    const { mobile } = await newPerson();
    await attemptRepeatedly(services.browser(), mobile, 5);
    expect(await services.browser().signIn(mobile, password)).toMatchObject({ code: 0 });
  });

  test('counts for every spelling of the account [AC-68]', async () => {
    const { mobile } = await newPerson();
    const browser = services.browser();
    const spellings = [mobile, `+86${mobile}`, ` ${mobile}`, `0086 ${mobile}`];
    const left = [];
    for (const spelling of spellings)
      left.push(...(await attemptRepeatedly(browser, spelling, 1)).map(({ data }) => data['attemptsLeft']));
    expect(left).toEqual([4, 3, 2, 1]);
  });

  test('counts towards one limit of five at a client IP for mobile number and e-mail address, without revealing that they are one account [AC-18] [AC-17]', async () => {
    const email = `${newMobile()}@example.com`;
    const { mobile } = await newPerson({ email });
    const browser = services.browser();
    await attemptRepeatedly(browser, mobile, 3);
    expect(await attemptRepeatedly(browser, email, 2)).toMatchObject([
      { data: { attemptsLeft: 4 } },
      { data: { attemptsLeft: 3 } },
    ]);

    const stranger = services.browser();
    await attemptRepeatedly(stranger, 'no.account@example.com', 2);
    const right = comparable(await browser.signIn(email, password));
    expect(right).toEqual(comparable(await stranger.signIn('no.account@example.com', password)));
    expect(right).toMatchObject({ code: resultCodes.wrongCredentials, data: { attemptsLeft: 2 } });
    expect(await browser.signIn(mobile, password)).toMatchObject({ data: { attemptsLeft: 1 } });

    expect(await services.browser().signIn(email, password)).toMatchObject({ code: 0 });
    services.moveClock(minutes(15));
    expect(await browser.signIn(email, password)).toMatchObject({ code: 0 });
  });

  test('under one account name does not lock out the other in a known browser [AC-23]', async () => {
    const email = `${newMobile()}@example.com`;
    const { mobile } = await newPerson({ email });
    const browser = services.browser();
    expect(await browser.signIn(mobile, password)).toMatchObject({ code: 0 });
    await attemptRepeatedly(browser, mobile, 5);
    expect(await browser.signIn(mobile, password)).toMatchObject({ code: resultCodes.lockedOut });
    expect(await browser.signIn(email, password)).toMatchObject({ code: 0 });
  });

  test('is forgotten after a sign-in, and after 15 minutes without a wrong one', async () => {
    const { mobile } = await newPerson();
    const browser = services.browser();
    await attemptRepeatedly(browser, mobile, 4);
    expect(await browser.signIn(mobile, password)).toMatchObject({ code: 0 });
    expect(await browser.signIn(mobile, 'wrong')).toMatchObject({ data: { attemptsLeft: 4 } });
    services.moveClock(minutes(15) - 1);
    expect(await browser.signIn(mobile, 'wrong')).toMatchObject({ data: { attemptsLeft: 3 } });
    services.moveClock(minutes(15));
    expect(await browser.signIn(mobile, 'wrong')).toMatchObject({ data: { attemptsLeft: 4 } });
  });

  test('sent many times concurrently is compared twice: the next attempt has to wait [AC-18]', async () => {
    const { mobile } = await newPerson();
    const browser = services.browser();
    const codes = (await concurrently(() => browser.signIn(mobile, 'wrong'))).map(({ code }) => code);
    const compared = codes.filter((code) => code === resultCodes.wrongCredentials || code === resultCodes.lockedOut);
    expect(compared).toHaveLength(2);
  });

  test('is limited to sixty a minute per client IP over all accounts [AC-28]', async () => {
    const browser = services.browser();
    const codes: number[] = [];
    for (let i = 0; i < 61; i += 1) codes.push((await browser.signIn(newMobile(), 'spray')).code);
    expect(codes.filter((code) => code === resultCodes.wrongCredentials)).toHaveLength(60);
    const { mobile } = await newPerson();
    expect(await browser.signIn(mobile, password)).toMatchObject({ status: 429, code: resultCodes.tooManyRequests });
    services.moveClock(minutes(1));
    expect(await browser.signIn(mobile, password)).toMatchObject({ code: 0 });
  });

  test('gets the same response for existing and missing accounts [AC-17] [AC-17l]', async () => {
    const ordinary = await newPerson();
    const disabled = await newPerson({ disabledAt: new Date() });
    const passwordless = newMobile();
    await services.addAccount({ mobile: passwordless });
    const withSecondFactor = await newPerson({ secondFactor: true });
    const invited = await newPerson({ name: '尹尔', idNumber: '11010119900307123X' });
    const everyone = [
      ordinary.mobile,
      disabled.mobile,
      passwordless,
      withSecondFactor.mobile,
      invited.mobile,
      newMobile(),
      'unknown@example.com',
    ];

    const responsesByAccount = [];
    for (const account of everyone) {
      const browser = services.browser();
      const responses = [...(await attemptRepeatedly(browser, account, 7)), await browser.signIn(account, 'wrong')];
      responsesByAccount.push(responses.map(comparable));
    }
    for (const responses of responsesByAccount) expect(responses).toEqual(responsesByAccount[0]);
  });
});

test('a sign-in that finds the queue full is refused as busy and does not count as wrong', async () => {
  const { mobile } = await newPerson();
  const slots = [];
  for (let slot = services.passwords.reserveSlot(); slot; slot = services.passwords.reserveSlot()) slots.push(slot);
  const browser = services.browser();
  for (let i = 0; i < 6; i += 1)
    expect(await browser.signIn(mobile, 'wrong')).toMatchObject({
      status: 503,
      code: resultCodes.busy,
      headers: { 'retry-after': '1' },
    });
  for (const slot of slots) slot.release();
  expect(await browser.signIn(mobile, 'wrong')).toMatchObject({ data: { attemptsLeft: 4 } });
});
