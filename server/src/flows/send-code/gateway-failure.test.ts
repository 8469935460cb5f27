import { resultCodes } from '@foyer/contract/result-codes';
import { seconds } from '@foyer/contract/time';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { codeTestSettings, codeHelpers } from '../../../test/support/flows/test-codes.ts';
import { openNode, testAppForFile } from '../../../test/support/test-app.ts';

const settings = { ...codeTestSettings, CODES_PER_HOUR: '2' };
const services = await testAppForFile({ env: settings });
const { send, verify, lastMessageTo } = codeHelpers(services);
const { outbox, fault } = services.sandbox;

let numbers = 13500000000;
const newMobile = () => String((numbers += 1));
const newEmail = () => `person${(numbers += 1)}@example.com`;

afterEach(() => fault.set('working'));

describe.each([
  ['text messages', newMobile],
  ['mail', newEmail],
])('while %s cannot be sent', (_, newAddress) => {
  // The circuit breaker of an earlier test must close first.
  beforeEach(async () => {
    services.moveClock(seconds(3));
    await send(services.browser(), newAddress());
  });

  test.each(['down', 'refusing'] as const)(
    'because the gateway is %s, the request is refused and uses up no limit [BE-09]',
    async (mode) => {
      const address = newAddress();
      const browser = services.browser();
      fault.set(mode);
      for (let i = 0; i < 3; i++) {
        const answer = await send(browser, address);
        expect(answer).toMatchObject({ status: 502, code: resultCodes.codeNotSent });
        expect(answer.message).toBe('We couldn’t send the code. Try again.');
      }
      fault.set('working');
      // Neither the pause of one minute nor the hourly limit was used up.
      for (let i = 0; i < 2; i++) {
        const sent = await send(browser, address);
        expect(sent).toMatchObject({ code: 0 });
        expect(await verify(browser, sent.data['serviceId'], lastMessageTo(address)!.code)).toMatchObject({ code: 0 });
        services.moveClock(seconds(60));
      }
      expect(await send(browser, address)).toMatchObject({ code: resultCodes.codeLimitReached });
    },
  );

  test('an older code stays valid', async () => {
    const address = newAddress();
    const browser = services.browser();
    const first = await send(browser, address);
    const { code } = lastMessageTo(address)!;
    services.moveClock(seconds(60));
    fault.set('down');
    expect(await send(browser, address)).toMatchObject({ code: resultCodes.codeNotSent });
    expect(await verify(browser, first.data['serviceId'], code)).toMatchObject({ code: 0 });
  });

  test('because the gateway is slow, the request is refused, and a code that arrives late is invalid [BE-09]', async () => {
    const address = newAddress();
    const impatient = await openNode(services, { ...settings, SANDBOX: 'on', MESSAGE_TIMEOUT_MS: '100' });
    impatient.sandbox.fault.set('slow');
    const refused = await send(impatient.browser(), address);
    expect(refused).toMatchObject({ status: 502, code: resultCodes.codeNotSent, data: null });
    for (let i = 0; i < 2; i++) {
      expect(await send(services.browser(), address)).toMatchObject({ code: 0 });
      services.moveClock(seconds(60));
    }
  });

  test('the circuit breaker opens for three seconds after five failures, then allows one attempt [BE-09]', async () => {
    fault.set('down');
    for (let i = 0; i < 5; i++) await send(services.browser(), newAddress());
    expect(services.lines.findLast((line) => line.includes('"gatewayAway"'))).toBeDefined();
    fault.set('working');
    const address = newAddress();
    expect(await send(services.browser(), address)).toMatchObject({ code: resultCodes.codeNotSent });
    services.moveClock(seconds(3) - 1);
    expect(await send(services.browser(), address)).toMatchObject({ code: resultCodes.codeNotSent });
    expect(outbox.sent(address)).toHaveLength(0);
    services.moveClock(1);
    expect(await send(services.browser(), address)).toMatchObject({ code: 0 });
    expect(await send(services.browser(), newAddress())).toMatchObject({ code: 0 });
  });
});

test('a mobile number that cannot receive messages is refused as such', async () => {
  const answer = await send(services.browser(), '12345678901');
  expect(answer).toMatchObject({ status: 200, code: resultCodes.cannotReceiveCodes });
  expect(await send(services.browser({ language: 'zh-CN' }), '12345678902')).toMatchObject({
    message: '该手机号当前无法接收验证码，请更换手机号或联系客服',
  });
});

test('a failure is logged without recipient and code', async () => {
  fault.set('refusing');
  const mobile = newMobile();
  await send(services.browser(), mobile);
  const line = services.lines.findLast((one) => one.includes('"codeNotSent"') && one.includes('why'))!;
  expect(JSON.parse(line)).toMatchObject({
    level: 'error',
    event: 'codeNotSent',
    by: 'mobile',
    why: 'isv.AMOUNT_NOT_ENOUGH',
  });
  expect(services.lines.join()).not.toContain(mobile);
});
