import { resultCodes } from '@foyer/contract/result-codes';
import { hours } from '@foyer/contract/time';
import { describe, expect, test } from 'vitest';
import { concurrently } from '../../../test/support/concurrently.ts';
import { codeTestSettings, codeHelpers } from '../../../test/support/flows/test-codes.ts';
import { databaseOf, openNode, testAppForFile } from '../../../test/support/test-app.ts';
import { testCli } from '../../../test/support/test-cli.ts';

const services = await testAppForFile({
  env: { ...codeTestSettings, WRONG_PASSWORDS_BEFORE_HUMAN_CHECK: '3', WRONG_PASSWORDS_BEFORE_CODE: '6' },
});
const { passHumanCheck, sendAndVerify, commit } = codeHelpers(services);
const password = 'Foyer-2026';
type Browser = ReturnType<typeof services.browser>;

let numbers = 13700000000;
const newMobile = () => String((numbers += 1));
async function newPerson() {
  const mobile = newMobile();
  await services.addAccount({ mobile, password });
  return mobile;
}

/** Each guess comes from another browser and client IP. */
async function guess(principal: string, times: number, { passesHumanCheck = false } = {}) {
  const codes = [];
  for (let i = 0; i < times; i += 1) {
    const browser = services.browser();
    codes.push((await browser.signIn(principal, 'wrong-1234', passesHumanCheck ? await withToken(browser) : {})).code);
  }
  return codes;
}
const withToken = async (browser: Browser) => ({ auth: await passHumanCheck(browser) });

const { wrongCredentials, needsHumanCheck, humanCheckFailed, needsCode } = resultCodes;

/** A browser in which the person has signed in, and with whose cookie ten passwords were guessed from many client IPs. */
async function guessedInKnownBrowser() {
  const [mobile, mine] = [await newPerson(), services.browser()];
  await mine.signIn(mobile, password);
  const guessWithItsCookie = () => {
    const thief = services.browser();
    thief.jar.set('foyer_browser', mine.jar.get('foyer_browser')!);
    return thief.signIn(mobile, 'wrong-1234');
  };
  for (let i = 0; i < services.config.limits.codes.wrongPerHour; i += 1)
    expect(await guessWithItsCookie()).toMatchObject({ code: wrongCredentials });
  expect(await guessWithItsCookie()).toMatchObject({ code: needsCode });
  return { mobile, mine };
}

describe('an account whose password is being guessed from many client IPs', () => {
  test('needs the human check in an unknown browser, before a password is compared [D-36] [AC-28]', async () => {
    const mobile = await newPerson();
    expect(await guess(mobile, 3)).toEqual(Array(3).fill(wrongCredentials));
    const browser = services.browser();
    expect(await browser.signIn(mobile, password)).toMatchObject({ status: 200, code: needsHumanCheck, data: null });
    expect(await browser.signIn(mobile, password, { auth: 'made-up' })).toMatchObject({ code: humanCheckFailed });
    expect(await browser.signIn(mobile, password, await withToken(browser))).toMatchObject({ code: 0 });
  });

  test('uses up no attempt for a password that was not compared', async () => {
    const mobile = await newPerson();
    await guess(mobile, 3);
    const browser = services.browser();
    for (let i = 0; i < 6; i += 1) expect((await browser.signIn(mobile, password)).code).toBe(needsHumanCheck);
    expect(await browser.signIn(mobile, 'wrong-1234', await withToken(browser))).toMatchObject({
      code: wrongCredentials,
      data: { attemptsLeft: 4 },
    });
  });

  test('needs a code in an unknown browser after further guesses, even with the human check [D-36]', async () => {
    const mobile = await newPerson();
    await guess(mobile, 3);
    expect(await guess(mobile, 3, { passesHumanCheck: true })).toEqual(Array(3).fill(wrongCredentials));
    const browser = services.browser();
    expect(await browser.signIn(mobile, password, await withToken(browser))).toMatchObject({
      status: 200,
      code: needsCode,
      message: 'Too many wrong passwords for this account. Sign in with a code.',
    });
    // The code makes the browser a known one, and ends the count.
    expect(await commit(browser, mobile, await sendAndVerify(browser, mobile))).toMatchObject({ code: 0 });
    expect(await services.browser().signIn(mobile, password)).toMatchObject({ code: 0 });
  });

  test('needs neither in a known browser [D-36] [AC-23]', async () => {
    const mobile = await newPerson();
    const mine = services.browser();
    expect(await mine.signIn(mobile, password)).toMatchObject({ code: 0 });
    await guess(mobile, 3);
    await guess(mobile, 3, { passesHumanCheck: true });
    expect(await mine.signIn(mobile, 'wrong-1234')).toMatchObject({ code: wrongCredentials });
    expect(await mine.signIn(mobile, password)).toMatchObject({ code: 0 });
  });

  test('needs a code also in a known browser after ten passwords within an hour, from however many client IPs', async () => {
    const { mobile, mine } = await guessedInKnownBrowser();
    services.moveClock(hours(1));
    expect(await mine.signIn(mobile, password)).toMatchObject({ code: 0 });
  });

  test('needs neither in a known browser whose limits an operator has cleared [D-35]', async () => {
    const { mobile, mine } = await guessedInKnownBrowser();
    expect(await testCli(databaseOf(services))('limits', 'clear', mobile)).toMatchObject({ code: 0 });
    await guess(mobile, 3);
    await guess(mobile, 3, { passesHumanCheck: true });
    expect(await mine.signIn(mobile, password)).toMatchObject({ code: 0 });
  });

  test('needs neither any more after a day [D-35]', async () => {
    const mobile = await newPerson();
    await guess(mobile, 3);
    await guess(mobile, 3, { passesHumanCheck: true });
    services.moveClock(hours(24) - 1);
    expect(await guess(mobile, 1)).toEqual([needsCode]);
    services.moveClock(1);
    expect(await services.browser().signIn(mobile, password)).toMatchObject({ code: 0 });
  });

  test('gets the responses of an account that does not exist [D-36] [AC-17] [AC-17l]', async () => {
    const [known, unknown] = [await newPerson(), newMobile()];
    for (const options of [{}, { passesHumanCheck: true }, {}])
      expect(await guess(known, 4, options)).toEqual(await guess(unknown, 4, options));
  });

  test('has at most three of many concurrent passwords compared [D-36] [AC-18]', async () => {
    const mobile = await newPerson();
    const responses = await concurrently(() => services.browser().signIn(mobile, 'wrong-1234'));
    const { busy } = resultCodes;
    const counts = (code: number) => responses.filter((response) => response.code === code).length;
    expect(counts(wrongCredentials)).toBeGreaterThan(0);
    expect(counts(wrongCredentials)).toBeLessThanOrEqual(3);
    expect(counts(wrongCredentials) + counts(needsHumanCheck) + counts(busy)).toBe(responses.length);
  });
});

test('where no code can be sent, no concurrent guess is asked for one, also with equal limits [D-36]', async () => {
  const env = { ...codeTestSettings, WRONG_PASSWORDS_BEFORE_HUMAN_CHECK: '1', WRONG_PASSWORDS_BEFORE_CODE: '1' };
  const app = await openNode(services, { ...env, SANDBOX: 'on', SMS_GATEWAY: 'none' });
  const mobile = newMobile();
  await app.addAccount({ mobile, password });
  const responses = await concurrently(() => app.browser().signIn(mobile, 'wrong-1234'));
  const codes = responses.map(({ code }) => code);
  expect(codes).toContain(wrongCredentials);
  expect(codes).not.toContain(needsCode);
});

test('where no code can be sent, the human check is still sufficient [D-36]', async () => {
  const env = { ...codeTestSettings, WRONG_PASSWORDS_BEFORE_HUMAN_CHECK: '1', WRONG_PASSWORDS_BEFORE_CODE: '2' };
  const app = await openNode(services, { ...env, SANDBOX: 'on', SMS_GATEWAY: 'none' });
  const mobile = newMobile();
  await app.addAccount({ mobile, password });
  const auth = async (browser: Browser) => ({ auth: await codeHelpers(app).passHumanCheck(browser) });
  for (let i = 0; i < 3; i += 1) {
    const browser = app.browser();
    expect(await browser.signIn(mobile, 'wrong-1234', await auth(browser))).toMatchObject({ code: wrongCredentials });
  }
  const owner = app.browser();
  expect(await owner.signIn(mobile, password, await auth(owner))).toMatchObject({ code: 0 });
});
