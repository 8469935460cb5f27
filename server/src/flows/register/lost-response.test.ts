import { readEnvelope } from '@foyer/contract/call';
import { registerAccount } from '@foyer/contract/flows/register';
import { resultCodes } from '@foyer/contract/result-codes';
import { minutes, seconds } from '@foyer/contract/time';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { codeTestSettings, codeHelpers } from '../../../test/support/flows/test-codes.ts';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { sha256Hex } from '../../platform/sha256.ts';
import { accounts } from '../../store/schema/schema.ts';

const services = await testAppForFile({ env: codeTestSettings });
const { sendAndVerify, loginParams } = codeHelpers(services);

type Browser = ReturnType<typeof services.browser>;
const password = 'Lantern-71';
const source = { pub: 'yunzhang', chl: 'web', tml: 'PC' };

let numbers = 13260000000;
const newMobile = () => String((numbers += 1));
const withMobile = (mobile: string) => services.database.sql.select().from(accounts).where(eq(accounts.mobile, mobile));
const register = (browser: Browser, serviceId: unknown, more: object = {}) =>
  browser.post(
    '/sender/register',
    { source, encrypter: 'SHA256', password: sha256Hex(password), serviceId, loginParams, ...more },
    { event: 'acc_register' },
  );

test('registrations at once with different passwords succeed for one password, which signs in [AC-60]', async () => {
  const mobile = newMobile();
  const browser = services.browser();
  const serviceId = await sendAndVerify(browser, mobile, 'REGISTER');
  const secrets = ['Another-72', 'Another-73', 'Another-74'];
  const responses = await Promise.all(
    secrets.map((secret) => register(browser, serviceId, { password: sha256Hex(secret) })),
  );
  const { done, registeredBefore } = resultCodes;
  expect(responses.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([
    done,
    registeredBefore,
    registeredBefore,
  ]);
  expect(await withMobile(mobile)).toHaveLength(1);
  const accepted = secrets.find((_, at) => responses[at]?.code === done)!;
  expect(await services.browser().signIn(mobile, accepted)).toMatchObject({ code: done });
});

describe('a registration repeated after a lost response', () => {
  test('gets the same response and changes nothing [AC-62] [BE-12]', async () => {
    const mobile = newMobile();
    const browser = services.browser();
    const serviceId = await sendAndVerify(browser, mobile, 'REGISTER');
    const first = await register(browser, serviceId);
    expect((await register(browser, serviceId)).data).toEqual(first.data);
    expect(await withMobile(mobile)).toHaveLength(1);
    expect(await services.browser().signIn(mobile, password)).toMatchObject({ code: 0 });
    expect((await register(browser, serviceId)).data).toEqual(first.data);
    services.moveClock(minutes(10));
    expect(await register(browser, serviceId)).toMatchObject({ code: resultCodes.expiredCode });
  });

  test('with another password sets that one while the account is unused [RG-10]', async () => {
    const mobile = newMobile();
    const browser = services.browser();
    const serviceId = await sendAndVerify(browser, mobile, 'REGISTER');
    const first = await register(browser, serviceId);
    const other = (secret: string) => register(browser, serviceId, { password: sha256Hex(secret) });
    expect(await other('Password1')).toMatchObject({ code: resultCodes.commonPassword });
    services.moveClock(minutes(10) - 1);
    expect((await other('Another-72')).data).toEqual(first.data);
    expect(await services.browser().signIn(mobile, password)).toMatchObject({ code: resultCodes.wrongCredentials });
    expect((await other('Another-72')).data).toEqual(first.data);
    expect(await services.browser().signIn(mobile, 'Another-72')).toMatchObject({ code: 0 });
  });

  test('with another password at the same time is refused, and the first password counts', async () => {
    const mobile = newMobile();
    const browser = services.browser();
    const serviceId = await sendAndVerify(browser, mobile, 'REGISTER');
    expect(await register(browser, serviceId)).toMatchObject({ code: 0 });
    services.moveClock(seconds(1) - 1);
    const late = () => register(browser, serviceId, { password: sha256Hex('Another-72') });
    expect(await late()).toMatchObject({ code: resultCodes.registeredBefore });
    services.moveClock(1);
    expect(await late()).toMatchObject({ code: 0 });
    expect(await services.browser().signIn(mobile, 'Another-72')).toMatchObject({ code: 0 });
  });

  test('with several other passwords at once is answered with success for one of them', async () => {
    const mobile = newMobile();
    const browser = services.browser();
    const serviceId = await sendAndVerify(browser, mobile, 'REGISTER');
    await register(browser, serviceId);
    services.moveClock(seconds(1));
    const secrets = ['Another-72', 'Another-73', 'Another-74'];
    const responses = await Promise.all(
      secrets.map((secret) => register(browser, serviceId, { password: sha256Hex(secret) })),
    );
    const accepted = secrets.filter((_, at) => responses[at]?.code === 0);
    expect(accepted).toHaveLength(1);
    expect(await services.browser().signIn(mobile, accepted[0]!)).toMatchObject({ code: 0 });
  });

  test('with another password is refused with an explanation once the account was used [RG-10]', async () => {
    const mobile = newMobile();
    const browser = services.browser();
    const serviceId = await sendAndVerify(browser, mobile, 'REGISTER');
    await register(browser, serviceId);
    expect(await browser.signIn(mobile, password)).toMatchObject({ code: 0 });
    const refused = await register(browser, serviceId, { password: sha256Hex('Another-72') });
    expect(refused).toMatchObject({
      code: resultCodes.registeredBefore,
      message: 'This account has just been created. Sign in with the password you set first, or reset it.',
    });
    expect(readEnvelope(registerAccount, { ...refused }).is).toBe('registeredBefore');
    expect(await services.browser().signIn(mobile, 'Another-72')).toMatchObject({ code: resultCodes.wrongCredentials });
    expect(await services.browser().signIn(mobile, password)).toMatchObject({ code: 0 });
  });

  test('is refused in another browser [AC-24]', async () => {
    const mobile = newMobile();
    const [browser, thief] = [services.browser(), services.browser()];
    const serviceId = await sendAndVerify(browser, mobile, 'REGISTER');
    await register(browser, serviceId);
    await sendAndVerify(thief, newMobile(), 'REGISTER');
    for (const more of [{}, { password: sha256Hex('Another-72') }])
      expect(await register(thief, serviceId, more)).toMatchObject({ code: resultCodes.unknownServiceId });
    expect(await services.browser().signIn(mobile, password)).toMatchObject({ code: 0 });
  });
});
