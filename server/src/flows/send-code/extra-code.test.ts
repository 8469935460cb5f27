import { resultCodes } from '@foyer/contract/result-codes';
import { days, hours, minutes } from '@foyer/contract/time';
import { describe, expect, test } from 'vitest';
import { concurrently } from '../../../test/support/concurrently.ts';
import { codeTestSettings, codeHelpers } from '../../../test/support/flows/test-codes.ts';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { sha256Hex } from '../../platform/sha256.ts';

const services = await testAppForFile({ env: codeTestSettings });
const { passHumanCheck, send, sendExtra, sendAndVerify, verify, commit, lastMessageTo } = codeHelpers(services);
const { outbox } = services.sandbox;
const { codeLimitReached, cannotReceiveCodes, codeTooSoon } = resultCodes;

let numbers = 13500000000;
const newMobile = () => String((numbers += 1));
let networks = 0;
/** A new browser in a network of its own. */
const stranger = () => {
  networks += 1;
  return services.browser({ clientIp: `203.${networks >> 8}.${networks % 250}.7` });
};
const wrong = (code = '') => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/** Strangers use up the codes of a day, five an hour, and guess at each of them. */
async function useUpDay(mobile: string, guesses = 0) {
  for (let i = 0; i < 10; i++) {
    if (i === 5) services.moveClock(hours(1));
    const browser = stranger();
    const sent = await send(browser, mobile);
    expect(sent).toMatchObject({ code: 0 });
    const { code } = lastMessageTo(mobile)!;
    for (let guess = 0; guess < guesses; guess++) await verify(browser, sent.data['serviceId'], wrong(code));
    services.moveClock(minutes(1));
  }
}

describe('when strangers have used up the codes of a day', () => {
  test('the owner still resets the password in a new browser [D-35] [D-51] [AC-23]', async () => {
    const [mobile, mine] = [newMobile(), stranger()];
    await services.addAccount({ mobile, password: 'Foyer-2026' });
    await useUpDay(mobile, 2);
    const refused = await send(mine, mobile, 'RETRIEVE');
    expect(refused).toMatchObject({ status: 429, code: codeLimitReached, data: { extraCode: true } });
    const { data } = await sendExtra(mine, mobile, 'RETRIEVE');
    expect(await verify(mine, data['serviceId'], lastMessageTo(mobile)!.code)).toMatchObject({ code: 0 });
    const newPassword = sha256Hex('Lantern~4471');
    const reset = { serviceId: data['serviceId'], newPassword, encrypter: 'SHA256' };
    expect(await mine.put('/v1/accounts/password', reset)).toMatchObject({ code: 0 });
    expect(await mine.signIn(mobile, 'Lantern~4471')).toMatchObject({ code: 0 });
  });

  test('the token of an ordinary puzzle sends no code, nor does a forged one', async () => {
    const [mobile, browser] = [newMobile(), stranger()];
    await useUpDay(mobile);
    const auth = await passHumanCheck(browser);
    const body = { bizType: 'REGISTER_LOGIN', principal: mobile };
    expect(await browser.post('/sender/mobile/v3', { ...body, auth: `extra.${auth}` })).toMatchObject({
      code: resultCodes.humanCheckFailed,
    });
    expect(await browser.post('/sender/mobile/v3', { ...body, auth })).toMatchObject({ code: codeLimitReached });
    expect(outbox.sent(mobile)).toHaveLength(10);
  });

  test('a browser and a network get one more each, also by concurrent requests [AC-21] [AC-69]', async () => {
    const mobile = newMobile();
    await useUpDay(mobile);
    const neighbours = Array.from({ length: 40 }, (_, i) => services.browser({ clientIp: `198.19.3.${i}` }));
    const tokens: string[] = [];
    for (const browser of neighbours) tokens.push(await passHumanCheck(browser, 'extraCode'));
    await concurrently((i) =>
      neighbours[i % 40]!.post('/sender/mobile/v3', {
        bizType: 'REGISTER_LOGIN',
        principal: mobile,
        auth: tokens[i % 40],
      }),
    );
    expect(outbox.sent(mobile)).toHaveLength(11);
    services.moveClock(minutes(1));
    for (const browser of [neighbours[0]!, neighbours[39]!]) {
      const late = await sendExtra(browser, mobile);
      expect(late).toMatchObject({ code: codeLimitReached });
      expect(late.data).not.toHaveProperty('extraCode');
    }
    const [wifi, cellular] = [stranger(), stranger()];
    expect(await sendExtra(wifi, mobile)).toMatchObject({ code: 0 });
    services.moveClock(minutes(1));
    cellular.jar.set('foyer_browser', wifi.jar.get('foyer_browser')!);
    expect(await sendExtra(cellular, mobile)).toMatchObject({ code: codeLimitReached });
  });

  test('ten more arrive at most, one a minute, whatever is solved [AC-21]', async () => {
    const mobile = newMobile();
    await useUpDay(mobile);
    for (let i = 0; i < 10; i++) {
      expect(await sendExtra(stranger(), mobile)).toMatchObject({ code: 0 });
      expect(await sendExtra(stranger(), mobile)).toMatchObject({ code: codeTooSoon });
      services.moveClock(minutes(1));
    }
    const late = await sendExtra(stranger(), mobile);
    expect(late).toMatchObject({ code: codeLimitReached });
    expect(late.data).not.toHaveProperty('extraCode');
    expect(outbox.sent(mobile)).toHaveLength(20);
    services.moveClock(days(1));
    expect(await send(stranger(), mobile)).toMatchObject({ code: 0 });
  });

  test('a sign-in of the owner forgets the extra codes that are older than an hour [D-35]', async () => {
    const [mobile, mine] = [newMobile(), stranger()];
    expect(await commit(mine, mobile, await sendAndVerify(mine, mobile), { agreed: true })).toMatchObject({ code: 0 });
    services.moveClock(days(1));
    await useUpDay(mobile);
    for (let i = 0; i < 10; i++) {
      expect(await sendExtra(stranger(), mobile)).toMatchObject({ code: 0 });
      services.moveClock(minutes(1));
    }
    services.moveClock(hours(1));
    expect(await commit(mine, mobile, await sendAndVerify(mine, mobile))).toMatchObject({ code: 0 });
    await useUpDay(mobile);
    expect(await sendExtra(stranger(), mobile)).toMatchObject({ code: 0 });
  });

  test('the answers are the same for a number without an account [AC-17s]', async () => {
    const [known, unknown] = [newMobile(), newMobile()];
    await services.addAccount({ mobile: known, password: 'Foyer-2026' });
    const answers = [];
    for (const mobile of [known, unknown]) {
      await useUpDay(mobile);
      const { headers: _, ...refused } = await send(stranger(), mobile, 'RETRIEVE');
      const { code, message } = await sendExtra(stranger(), mobile, 'RETRIEVE');
      answers.push({ refused, sent: { code, message } });
    }
    expect(answers[0]).toEqual(answers[1]);
  });
});

describe('when strangers have typed wrong codes', () => {
  test('until none is compared in this hour, the extra code of the owner is compared [D-35] [AC-23]', async () => {
    const [mobile, mine] = [newMobile(), stranger()];
    await useUpDay(mobile, 5);
    const { data } = await sendExtra(mine, mobile);
    const { code } = lastMessageTo(mobile)!;
    expect(await verify(mine, data['serviceId'], wrong(code))).toMatchObject({ data: { attemptsLeft: 4 } });
    expect(await verify(mine, data['serviceId'], code)).toMatchObject({ code: 0 });
  });

  test('a hundred times in a row, the owner gets an extra code, which is compared [D-35] [AC-23]', async () => {
    const [mobile, mine] = [newMobile(), stranger()];
    for (let i = 0; i < 20; i++) {
      const browser = stranger();
      const { data } = await send(browser, mobile);
      const { code } = lastMessageTo(mobile)!;
      for (let guess = 0; guess < 5; guess++) await verify(browser, data['serviceId'], wrong(code));
      services.moveClock(i === 9 ? hours(15) : hours(1));
    }
    services.moveClock(hours(14));
    expect(await send(mine, mobile)).toMatchObject({ code: cannotReceiveCodes, data: { extraCode: true } });
    const { data } = await sendExtra(mine, mobile);
    expect(await verify(mine, data['serviceId'], lastMessageTo(mobile)!.code)).toMatchObject({ code: 0 });
  });
});
