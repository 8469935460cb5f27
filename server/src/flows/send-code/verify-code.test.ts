import { resultCodes } from '@foyer/contract/result-codes';
import { days, hours, minutes, seconds } from '@foyer/contract/time';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { concurrently } from '../../../test/support/concurrently.ts';
import { codeTestSettings, codeHelpers } from '../../../test/support/flows/test-codes.ts';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { sha256 as hashOf } from '../../platform/sha256.ts';
import { codes as table } from '../../store/schema/schema.ts';

const services = await testAppForFile({
  env: {
    ...codeTestSettings,
    CODES_PER_HOUR: '1000',
    CODES_PER_DAY: '1000',
    CODES_PER_BROWSER: '1000',
    CODES_PER_ADDRESS: '1000',
  },
});
const { send, verify, lastMessageTo, sendAndVerify, commit } = codeHelpers(services);

let numbers = 13400000000;
const newMobile = () => String((numbers += 1));
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

async function sent(browser = services.browser(), mobile = newMobile(), bizType = 'REGISTER_LOGIN') {
  const { data } = await send(browser, mobile, bizType);
  return { browser, mobile, serviceId: String(data['serviceId']), code: lastMessageTo(mobile)!.code! };
}

describe('the right code', () => {
  test('is verified [LF-06]', async () => {
    const { browser, serviceId, code } = await sent();
    expect(await verify(browser, serviceId, code)).toMatchObject({ status: 200, code: 0, data: null });
  });

  test('is verified again when the first response was lost [AC-62] [BE-12]', async () => {
    const { browser, serviceId, code } = await sent();
    for (let i = 0; i < 12; i++) expect(await verify(browser, serviceId, code)).toMatchObject({ code: 0 });
  });

  test('is valid for five minutes [D-06] [ASVS 6.5.5]', async () => {
    const [early, late] = [await sent(), await sent()];
    services.moveClock(minutes(5) - 1);
    expect(await verify(early.browser, early.serviceId, early.code)).toMatchObject({ code: 0 });
    services.moveClock(1);
    expect(await verify(late.browser, late.serviceId, late.code)).toMatchObject({ code: resultCodes.expiredCode });
  });

  test('is invalid once a newer one was sent [AC-18]', async () => {
    const first = await sent();
    services.moveClock(minutes(1));
    const second = await sent(first.browser, first.mobile);
    expect(await verify(first.browser, first.serviceId, first.code)).toMatchObject({ code: resultCodes.expiredCode });
    expect(await verify(second.browser, second.serviceId, second.code)).toMatchObject({ code: 0 });
  });

  test('stays valid when a newer one was sent to another browser [D-35]', async () => {
    const { browser, mobile, serviceId, code } = await sent();
    services.moveClock(minutes(1));
    await sent(services.browser(), mobile);
    expect(await verify(browser, serviceId, code)).toMatchObject({ code: 0 });
  });

  test('of one request is wrong for another [AC-19] [ASVS 6.6.2]', async () => {
    const browser = services.browser();
    const [mine, theirs] = [await sent(browser), await sent(browser)];
    if (mine.code !== theirs.code)
      expect(await verify(browser, theirs.serviceId, mine.code)).toMatchObject({ code: resultCodes.wrongCode });
  });

  test('is refused in another browser like an unknown one [AC-19] [AC-24]', async () => {
    const { browser, serviceId, code } = await sent();
    const thief = (await sent()).browser;
    const [stolen, unknown] = [await verify(thief, serviceId, code), await verify(thief, 'x'.repeat(43), code)];
    expect(stolen).toMatchObject({ code: resultCodes.unknownServiceId });
    expect({ ...stolen, headers: {} }).toEqual({ ...unknown, headers: {} });
    const without = services.browser();
    expect(await verify(without, serviceId, code)).toMatchObject({ code: resultCodes.unknownServiceId });
    expect(await verify(browser, serviceId, code)).toMatchObject({ code: 0 });
  });

  test('is never a fixed test code [ASVS 15.2.3]', async () => {
    const { browser, serviceId, code } = await sent();
    for (const tried of ['000000', '123456', '888888'].filter((one) => one !== code))
      expect(await verify(browser, serviceId, tried)).toMatchObject({ code: resultCodes.wrongCode });
  });
});

test.each(['12345', '1234567', '12345a', '１２３４５６', '', null, 123456, ['123456']])(
  'refuses %j as a code [VA-06]',
  async (typed) => {
    const { browser, serviceId } = await sent();
    expect(await verify(browser, serviceId, typed)).toMatchObject({ status: 400, code: resultCodes.malformed });
  },
);

describe('guessing', () => {
  test('ends with the fifth wrong code, after which the right one is refused [AC-18] [D-06]', async () => {
    const { browser, serviceId, code } = await sent();
    for (const attemptsLeft of [4, 3, 2, 1])
      expect(await verify(browser, serviceId, other(code))).toMatchObject({
        status: 200,
        code: resultCodes.wrongCode,
        data: { attemptsLeft },
      });
    expect(await verify(browser, serviceId, other(code))).toMatchObject({ code: resultCodes.tooManyCodeTries });
    expect(await verify(browser, serviceId, code)).toMatchObject({ code: resultCodes.tooManyCodeTries });
  });

  test('allows the right code at the fifth attempt', async () => {
    const { browser, serviceId, code } = await sent();
    for (let i = 0; i < 4; i++) await verify(browser, serviceId, other(code));
    expect(await verify(browser, serviceId, code)).toMatchObject({ code: 0 });
  });

  test('many concurrent guesses are compared five times [AC-18]', async () => {
    const { browser, serviceId, code } = await sent();
    const row = async () => {
      const [found] = await services.database.sql
        .select()
        .from(table)
        .where(eq(table.handleHash, hashOf(serviceId)));
      return found;
    };
    await concurrently(() => verify(browser, serviceId, other(code)));
    expect((await row())?.failedAttempts).toBeLessThanOrEqual(5);
    // A busy database may have refused some without counting them; the rest are the remaining attempts.
    for (let i = 0; i < 5; i++) await verify(browser, serviceId, other(code));
    expect(await row()).toMatchObject({ failedAttempts: 5, verifiedAt: null });
    expect(await verify(browser, serviceId, code)).not.toMatchObject({ code: 0 });
  });

  test('a new code gives no new attempts: ten per hour and recipient [AC-18]', async () => {
    const mobile = newMobile();
    const wrong = async () => {
      const { browser, serviceId, code } = await sent(services.browser(), mobile);
      const answers = [];
      for (let i = 0; i < 4; i++) answers.push(await verify(browser, serviceId, other(code)));
      services.moveClock(minutes(1));
      return answers.map((answer) => answer.code);
    };
    const { wrongCode, tooManyRequests } = resultCodes;
    expect(await wrong()).toEqual(Array(4).fill(wrongCode));
    expect(await wrong()).toEqual(Array(4).fill(wrongCode));
    expect(await wrong()).toEqual([wrongCode, wrongCode, tooManyRequests, tooManyRequests]);
    const last = await sent(services.browser(), mobile);
    expect(await verify(last.browser, last.serviceId, last.code)).toMatchObject({
      status: 429,
      code: tooManyRequests,
      data: { retryAfter: 57 * 60 },
    });
    services.moveClock(minutes(57) - 1);
    const early = await sent(services.browser(), mobile);
    expect(await verify(early.browser, early.serviceId, early.code)).toMatchObject({ code: tooManyRequests });
    services.moveClock(1);
    expect(await verify(early.browser, early.serviceId, early.code)).toMatchObject({ code: 0 });
  });

  test('a right code does not reset the wrong ones of the hour [AC-18]', async () => {
    const mobile = newMobile();
    for (let round = 0; round < 3; round++) {
      const { browser, serviceId, code } = await sent(services.browser(), mobile);
      for (let i = 0; i < 3; i++)
        expect(await verify(browser, serviceId, other(code))).toMatchObject({ code: resultCodes.wrongCode });
      expect(await verify(browser, serviceId, code)).toMatchObject({ code: 0 });
      services.moveClock(minutes(1));
    }
    const { browser, serviceId, code } = await sent(services.browser(), mobile);
    expect(await verify(browser, serviceId, other(code))).toMatchObject({ code: resultCodes.wrongCode });
    expect(await verify(browser, serviceId, other(code))).toMatchObject({ code: resultCodes.tooManyRequests });
  });

  describe('after a hundred wrong codes in a row', () => {
    /** Strangers enter wrong codes until no more codes are sent to the number. */
    async function shutOut(mobile: string) {
      for (let round = 0; round < 20; round++) {
        const { browser, serviceId, code } = await sent(services.browser(), mobile);
        for (let i = 0; i < 5; i++) await verify(browser, serviceId, other(code));
        services.moveClock(hours(1));
      }
      expect(await send(services.browser(), mobile)).toMatchObject({ code: resultCodes.cannotReceiveCodes });
    }
    async function expectOpen(mobile: string) {
      const { browser, serviceId, code } = await sent(services.browser(), mobile);
      expect(await verify(browser, serviceId, code)).toMatchObject({ code: 0 });
    }

    test('codes are sent again once the first of them are three days old, also without an account [AC-18] [D-35]', async () => {
      const mobile = newMobile();
      await shutOut(mobile);
      services.moveClock(days(3) - hours(20) - 1);
      expect(await send(services.browser(), mobile)).toMatchObject({ code: resultCodes.cannotReceiveCodes });
      services.moveClock(1);
      await expectOpen(mobile);
    });

    test('codes are sent again once the owner has signed in with a password [AC-23] [D-35]', async () => {
      const [mobile, password] = [newMobile(), 'Foyer-2026'];
      await services.addAccount({ mobile, password });
      await shutOut(mobile);
      expect(await services.browser().signIn(mobile, password)).toMatchObject({ code: 0 });
      await expectOpen(mobile);
    });

    test('codes are sent again once the owner has signed in with a code in a known browser [AC-23] [D-35]', async () => {
      const [mobile, mine] = [newMobile(), services.browser()];
      const signIn = async () => commit(mine, mobile, await sendAndVerify(mine, mobile), { agreed: true });
      expect(await signIn()).toMatchObject({ code: 0 });
      services.moveClock(minutes(1));
      await shutOut(mobile);
      expect(await signIn()).toMatchObject({ code: 0 });
      await expectOpen(mobile);
    });
  });

  test('wrong codes of other browsers do not use up the attempts of a known browser [AC-23]', async () => {
    const [mobile, mine] = [newMobile(), services.browser()];
    expect(await commit(mine, mobile, await sendAndVerify(mine, mobile), { agreed: true })).toMatchObject({ code: 0 });
    for (let round = 0; round < 3; round++) {
      services.moveClock(minutes(1));
      const { browser, serviceId, code } = await sent(services.browser(), mobile);
      for (let i = 0; i < 5; i++) await verify(browser, serviceId, other(code));
    }
    services.moveClock(minutes(1));
    const { serviceId, code } = await sent(mine, mobile);
    expect(await verify(mine, serviceId, code)).toMatchObject({ code: 0 });
  });
});

test('neither code nor serviceId is stored as text [ASVS 6.5.2]', async () => {
  const { serviceId, code } = await sent();
  const rows = await services.database.sql
    .select()
    .from(table)
    .where(eq(table.handleHash, hashOf(serviceId)));
  expect(rows).toHaveLength(1);
  for (const secret of [serviceId, code]) expect(JSON.stringify(rows)).not.toContain(secret);
});

test('codes, serviceIds and recipients are in no log line and no response [AC-26] [AC-50]', async () => {
  const mobile = '13499887766';
  const browser = services.browser();
  const answer = await send(browser, mobile);
  const { code } = lastMessageTo(mobile)!;
  const verified = await verify(browser, answer.data['serviceId'], code);
  for (const response of [answer, verified]) expect(JSON.stringify(response)).not.toContain(code);
  const lines = services.lines.join();
  for (const canary of [mobile, code, String(answer.data['serviceId'])])
    expect(lines.split(/"time":"[^"]*"/).join()).not.toContain(canary);
  expect(lines).toContain('"event":"codeSent"');
  expect(lines).toContain('"event":"codeChecked"');
});

test('expired codes are deleted after a day', async () => {
  const { sweep } = await import('../../store/sweep.ts');
  const { quotas } = await import('../../store/schema/schema.ts');
  const { humanChecks } = await import('../../store/schema/human-check-schema.ts');
  await sent();
  await sweep(services.database.sql, services.clock.now() + hours(24));
  expect((await services.database.sql.select().from(table)).length).toBeGreaterThan(0);
  await sweep(services.database.sql, services.clock.now() + hours(48) + minutes(10) + seconds(1));
  for (const emptied of [table, humanChecks]) expect(await services.database.sql.select().from(emptied)).toEqual([]);
  // Wrong codes in a row count for three days.
  await sweep(services.database.sql, services.clock.now() + days(4) + 1);
  expect(await services.database.sql.select().from(quotas)).toEqual([]);
});
