import { resultCodes } from '@foyer/contract/result-codes';
import { minutes } from '@foyer/contract/time';
import { beforeEach, expect, test } from 'vitest';
import { testAppForFile } from '../support/test-app.ts';

const services = await testAppForFile();
const password = 'Foyer-2026';
const looking = (fingerprint: string) => ({ loginParams: { endpoint: 'PC', env: { fingerprint } } });

let numbers = 13500000000;
let mobile = '';
beforeEach(() => {
  mobile = String((numbers += 1));
});

test('locks out a client that changes its fingerprint at every attempt [AC-53]', async () => {
  await services.addAccount({ mobile, password });
  const browser = services.browser();
  const codes: number[] = [];
  for (let nth = 0; nth < 8; nth += 1) {
    codes.push((await browser.signIn(mobile, 'wrong', looking(`looks ${nth}`))).code);
    services.moveClock(minutes(1));
  }
  expect(codes.slice(0, 4)).toEqual(Array.from({ length: 4 }, () => resultCodes.wrongCredentials));
  expect(codes.at(-1)).toBe(resultCodes.lockedOut);
  expect((await browser.signIn(mobile, password, looking('looks 0'))).code).toBe(resultCodes.lockedOut);
});

test('requires the second factor despite the fingerprint of a known browser [AC-53]', async () => {
  await services.addAccount({ mobile, password, secondFactor: true });
  const [theirs, another] = [services.browser(), services.browser()];
  for (const browser of [theirs, another]) {
    expect(await browser.signIn(mobile, password, looking('the same looks'))).toMatchObject({
      code: 0,
      data: { loginDoubleCheck: true },
    });
    expect(browser.jar.has('foyer_session')).toBe(false);
  }
});

test('gives the result of a scan only to the browser that requested it, not to one with the same fingerprint [AC-53] [AC-13]', async () => {
  const [theirs, another] = [services.browser(), services.browser()];
  const ask = '/login/oauth/request/ALIPAY_MINI?fingerprint=looks';
  // Another browser with its own id and QR code.
  await another.get(ask);
  const { data } = await theirs.get(ask);
  const result = `/thirdparty/alipaymini/result?loginId=${String(data['loginId'])}&fingerprint=looks`;
  expect((await theirs.get(result)).code).toBe(resultCodes.pending);
  expect((await another.get(result)).code).toBe(resultCodes.authorisationExpired);
  expect((await services.browser().get(result)).code).toBe(resultCodes.authorisationExpired);
});

test('signs in without a fingerprint [AC-53]', async () => {
  await services.addAccount({ mobile, password });
  expect(await services.browser().signIn(mobile, password, looking(''))).toMatchObject({ code: 0 });
});
