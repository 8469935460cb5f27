import { code as limits } from '@foyer/contract/limits';
import { resultCodes } from '@foyer/contract/result-codes';
import { hours, minutes } from '@foyer/contract/time';
import { describe, expect, test } from 'vitest';
import { codeTestSettings, codeHelpers } from '../../../test/support/flows/test-codes.ts';
import { openNode, testAppForFile } from '../../../test/support/test-app.ts';

/** What an extra code does not allow [D-51]. */
const services = await testAppForFile({ env: codeTestSettings });
const { send, sendExtra, sendAndVerify, verify, commit, lastMessageTo } = codeHelpers(services);
const { outbox } = services.sandbox;
const { codeLimitReached, tooManyRequests } = resultCodes;
const nodeSettings = { ...codeTestSettings, SANDBOX: 'on' };

let numbers = 13510000000;
const newMobile = () => String((numbers += 1));
let networks = 0;
/** A new browser in a network of its own. */
const stranger = () => services.browser({ clientIp: `203.1.${(networks += 1)}.7` });
const wrong = (code = '') => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/** Strangers use up the codes of an hour, and guess at each of them. */
async function useUpHour(mobile: string, guesses = 0) {
  for (let i = 0; i < limits.perHour; i++) {
    const browser = stranger();
    const { data } = await send(browser, mobile);
    for (let guess = 0; guess < guesses; guess++)
      await verify(browser, data['serviceId'], wrong(lastMessageTo(mobile)!.code));
    services.moveClock(minutes(1));
  }
  expect(outbox.sent(mobile)).toHaveLength(limits.perHour);
}

describe('no extra code is sent', () => {
  test('in a browser of the owner, which has limits of its own', async () => {
    const [mobile, mine] = [newMobile(), stranger()];
    expect(await commit(mine, mobile, await sendAndVerify(mine, mobile), { agreed: true })).toMatchObject({ code: 0 });
    services.moveClock(hours(1));
    for (let i = 0; i < limits.perHour; i++) {
      expect(await send(mine, mobile)).toMatchObject({ code: 0 });
      services.moveClock(minutes(1));
    }
    const { data, code } = await send(mine, mobile);
    expect(code).toBe(codeLimitReached);
    expect(data).not.toHaveProperty('extraCode');
    expect(await sendExtra(mine, mobile)).toMatchObject({ code: codeLimitReached });
  });

  test.each(['CODES_PER_ADDRESS', 'CODES_PER_NETWORK', 'CODES_PER_BROWSER', 'CODES_PER_MINUTE'])(
    'beyond %s',
    async (setting) => {
      const mobile = newMobile();
      await useUpHour(mobile);
      // A use of a limit above 100 counts for up to a sixtieth of its period longer.
      services.moveClock(minutes(1));
      const node = await openNode(services, { ...nodeSettings, [setting]: '1' });
      const browser = node.browser({ clientIp: `198.18.${(networks += 1)}.1` });
      expect(await send(browser, newMobile())).toMatchObject({ code: 0 });
      expect(await sendExtra(browser, mobile)).toMatchObject({ code: tooManyRequests });
      expect(node.sandbox.outbox.sent(mobile)).toEqual([]);
    },
  );
});

describe('a refusal offers no extra code', () => {
  /** A browser that gets no further extra code to this number, because of the codes that were sent before. */
  const refused: Record<string, (mobile: string) => Promise<ReturnType<typeof stranger>>> = {
    'to a browser that has had one': async (mobile) => {
      const browser = stranger();
      expect(await sendExtra(browser, mobile)).toMatchObject({ code: 0 });
      const elsewhere = stranger();
      elsewhere.jar.set('foyer_browser', browser.jar.get('foyer_browser')!);
      return elsewhere;
    },
    'in a network that has had one': async (mobile) => {
      const clientIp = `198.17.${(networks += 1)}`;
      expect(await sendExtra(services.browser({ clientIp: `${clientIp}.1` }), mobile)).toMatchObject({ code: 0 });
      return services.browser({ clientIp: `${clientIp}.2` });
    },
    'when the recipient has had ten': async (mobile) => {
      for (let i = 0; i < limits.extraPerDay; i++) {
        expect(await sendExtra(stranger(), mobile)).toMatchObject({ code: 0 });
        services.moveClock(minutes(1));
      }
      return stranger();
    },
  };
  test.each(Object.entries(refused))('%s', async (_, useUp) => {
    const mobile = newMobile();
    await useUpHour(mobile);
    expect(await send(stranger(), mobile)).toMatchObject({ code: codeLimitReached, data: { extraCode: true } });
    const browser = await useUp(mobile);
    services.moveClock(minutes(1));
    const { code, data } = await send(browser, mobile);
    expect(code).toBe(codeLimitReached);
    expect(data).not.toHaveProperty('extraCode');
  });
});

describe('when strangers have used up the wrong codes of an hour', () => {
  test('a browser without an extra code has no attempt of its own', async () => {
    const [mobile, mine] = [newMobile(), stranger()];
    const { data } = await send(mine, mobile);
    const { code } = lastMessageTo(mobile)!;
    for (let i = 0; i < 2; i++) {
      services.moveClock(minutes(1));
      const browser = stranger();
      const sent = await send(browser, mobile);
      for (let guess = 0; guess < limits.maxAttempts; guess++)
        await verify(browser, sent.data['serviceId'], wrong(lastMessageTo(mobile)!.code));
    }
    expect(await verify(mine, data['serviceId'], code)).toMatchObject({ code: tooManyRequests });
  });

  test('a browser with an extra code has as many of its own, and not one more', async () => {
    const node = await openNode(services, { ...nodeSettings, WRONG_CODES_PER_HOUR: '2' });
    const [mobile, mine] = [newMobile(), node.browser({ clientIp: `198.16.${(networks += 1)}.1` })];
    await useUpHour(mobile, 2);
    const { data } = await sendExtra(mine, mobile);
    const { code } = node.sandbox.outbox.sent(mobile)[0]!;
    for (const attemptsLeft of [4, 3])
      expect(await verify(mine, data['serviceId'], wrong(code))).toMatchObject({ data: { attemptsLeft } });
    expect(await verify(mine, data['serviceId'], code)).toMatchObject({ code: tooManyRequests });
  });
});
