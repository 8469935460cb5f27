import { resultCodes } from '@foyer/contract/result-codes';
import { minutes } from '@foyer/contract/time';
import { describe, expect, test } from 'vitest';
import { concurrently } from '../../../test/support/concurrently.ts';
import { codeTestSettings, codeHelpers, solvePuzzle } from '../../../test/support/flows/test-codes.ts';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { puzzle } from '../../config/settings.ts';
import { humanChecks } from '../../store/schema/human-check-schema.ts';

const services = await testAppForFile({
  env: { ...codeTestSettings, HUMAN_CHECK_COST: '500', CODES_PER_BROWSER: '4', CODES_PER_FINGERPRINT: '6' },
});
const codes = codeHelpers(services);

type Browser = ReturnType<typeof services.browser>;
interface Challenge {
  algorithm: string;
  challenge: string;
  salt: string;
  maxnumber: number;
  signature: string;
}

let numbers = 13700000000;
const newMobile = () => String((numbers += 1));

/** A browser with a fingerprint of its own unless one is given. */
const challenge = async (browser: Browser, fingerprint = `only ${browser.address}`) =>
  (await browser.get(`/sender/robotAuth/challenge?fingerprint=${encodeURIComponent(fingerprint)}`)).data[
    'challenge'
  ] as Challenge;
const apply = (browser: Browser, value: string) => browser.post('/sender/robotAuth/apply', { value });
const send = (browser: Browser, auth?: unknown) =>
  browser.post('/sender/mobile/v3', {
    bizType: 'REGISTER_LOGIN',
    principal: newMobile(),
    ...(auth !== undefined && { auth }),
  });

describe('a puzzle', () => {
  test('is given to any client, with a browser id cookie [CS-07]', async () => {
    const browser = services.browser();
    const answer = await browser.get('/sender/robotAuth/challenge');
    expect(answer.data).toMatchObject({
      provider: 'proofOfWork',
      challenge: {
        algorithm: 'SHA-256',
        challenge: expect.stringMatching(/^[\da-f]{64}$/),
        salt: expect.stringMatching(/^[\da-f]{24}\?expires=\d+&scene=code&browser=[\w-]{43}&looks=[\w-]{43}&$/),
        signature: expect.stringMatching(/^[\da-f]{64}$/),
        maxnumber: 500,
      },
    });
    expect(String(answer.headers['set-cookie'])).toMatch(
      /^foyer_browser=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/,
    );
  });

  test('differs each time and does not contain its solution', async () => {
    const browser = services.browser();
    const [first, second] = [await challenge(browser), await challenge(browser)];
    expect(first.challenge).not.toBe(second.challenge);
    expect(first.salt).not.toBe(second.salt);
    expect(first).not.toHaveProperty('number');
  });

  test('that is solved gives a token that sends one code [CS-07] [AC-22]', async () => {
    const browser = services.browser();
    const { code, data } = await apply(browser, solvePuzzle(await challenge(browser)));
    expect({ code, data }).toEqual({ code: 0, data: { auth: expect.stringMatching(/^[\w-]{43}$/) } });
    expect(await send(browser, data['auth'])).toMatchObject({ code: 0 });
    expect(await send(browser, data['auth'])).toMatchObject({ code: resultCodes.humanCheckFailed });
  });

  test('can be submitted once [AC-22]', async () => {
    const browser = services.browser();
    const value = solvePuzzle(await challenge(browser));
    expect(await apply(browser, value)).toMatchObject({ code: 0 });
    expect(await apply(browser, value)).toMatchObject({ code: resultCodes.humanCheckFailed });
  });

  test('can be submitted once by concurrent requests [AC-22]', async () => {
    const browser = services.browser();
    const value = solvePuzzle(await challenge(browser));
    const answers = await concurrently(() => apply(browser, value));
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
  });

  test('is refused in another browser and without cookies [AC-22]', async () => {
    const [mine, other] = [services.browser(), services.browser()];
    const value = solvePuzzle(await challenge(mine));
    await challenge(other);
    expect(await apply(other, value)).toMatchObject({ code: resultCodes.humanCheckFailed });
    mine.jar.clear();
    expect(await apply(mine, value)).toMatchObject({ code: resultCodes.humanCheckFailed });
  });

  test('that is not solved is refused', async () => {
    const browser = services.browser();
    const asked = await challenge(browser);
    expect(await apply(browser, solvePuzzle(asked, asked.maxnumber + 1))).toMatchObject({
      code: resultCodes.humanCheckFailed,
    });
    expect(await apply(browser, 'not a solution')).toMatchObject({ code: resultCodes.humanCheckFailed });
  });

  test('must be solved within five minutes', async () => {
    const browser = services.browser();
    const [early, late] = [solvePuzzle(await challenge(browser)), solvePuzzle(await challenge(browser))];
    services.moveClock(minutes(5) - 2000);
    expect(await apply(browser, early)).toMatchObject({ code: 0 });
    services.moveClock(2000);
    expect(await apply(browser, late)).toMatchObject({ code: resultCodes.humanCheckExpired });
  });

  test('is harder for an IP address that has recently requested more codes', async () => {
    const browser = services.browser();
    const cost = async () => (await challenge(browser)).maxnumber;
    expect(await cost()).toBe(500);
    const seen: number[] = [];
    for (let sent = 1; sent <= 4; sent++) {
      await codes.send(browser, newMobile());
      seen.push(await cost());
    }
    expect(seen).toEqual([1057, 2236, 4729, 10_000]);
    // The IP address counts too, but four of its twenty weigh less than four of the browser's four.
    const neighbour = services.browser({ clientIp: browser.address });
    expect((await challenge(neighbour)).maxnumber).toBe(910);
    services.moveClock(minutes(60));
    expect(await cost()).toBe(500);
  });

  test('for an extra code is the hardest, also for a client that has requested no code [D-51]', async () => {
    const { data } = await services.browser().get('/sender/robotAuth/challenge?purpose=extraCode');
    expect(data['challenge']).toMatchObject({ maxnumber: 500 * puzzle.maxFactor });
  });

  describe('for a common fingerprint', () => {
    const cost = async (look?: string, browser = services.browser()) => (await challenge(browser, look)).maxnumber;
    const solvedBy = async (look: string) => {
      const browser = services.browser();
      expect(await apply(browser, solvePuzzle(await challenge(browser, look)))).toMatchObject({ code: 0 });
    };

    test('is harder the more tokens the fingerprint has got, up to half the way of an IP address', async () => {
      const look = 'a phone of last year';
      const seen = [await cost(look)];
      for (let passes = 1; passes <= 7; passes++) {
        await solvedBy(look);
        seen.push(await cost(look));
      }
      expect(seen).toEqual([500, 642, 824, 1057, 1357, 1742, 2236, 2236]);
      expect(await cost('a phone of this year')).toBe(500);
      services.moveClock(minutes(60));
      expect(await cost(look)).toBe(500);
    });

    test('is not harder because of unsolved puzzles', async () => {
      for (let asked = 0; asked < 10; asked++) await cost('another');
      expect(await cost('another')).toBe(500);
    });

    test('is never easier than for its IP address, when the fingerprint is hidden or changed', async () => {
      const clientIp = '203.0.113.9';
      for (let sent = 0; sent < 10; sent++) await codes.send(services.browser({ clientIp }), newMobile());
      for (const look of ['forged', 'forged again'])
        expect(await cost(look, services.browser({ clientIp }))).toBeGreaterThanOrEqual(2236);
      const { data } = await services.browser({ clientIp }).get('/sender/robotAuth/challenge');
      expect((data['challenge'] as Challenge).maxnumber).toBeGreaterThanOrEqual(2236);
    });

    test('counts hidden fingerprints as one common fingerprint', async () => {
      const hidden = async () =>
        ((await services.browser().get('/sender/robotAuth/challenge')).data['challenge'] as Challenge).maxnumber;
      services.moveClock(minutes(60));
      expect(await hidden()).toBe(500);
      for (let sent = 0; sent < 6; sent++) await codes.send(services.browser(), newMobile());
      expect(await hidden()).toBe(2236);
    });
  });
});

describe('a human check token', () => {
  test('is required, and no code is sent without it [AC-22]', async () => {
    const browser = services.browser();
    await challenge(browser);
    const before = services.sandbox.outbox.sent().length;
    expect(await send(browser)).toMatchObject({ status: 200, code: resultCodes.needsHumanCheck });
    expect(await send(browser, 'x'.repeat(43))).toMatchObject({ code: resultCodes.humanCheckFailed });
    expect(services.sandbox.outbox.sent()).toHaveLength(before);
  });

  test('is valid for two minutes [D-07]', async () => {
    const browser = services.browser();
    const [early, late] = [await codes.passHumanCheck(browser), await codes.passHumanCheck(browser)];
    services.moveClock(minutes(2) - 1);
    expect(await send(browser, early)).toMatchObject({ code: 0 });
    services.moveClock(1);
    expect(await send(browser, late)).toMatchObject({ code: resultCodes.humanCheckExpired });
  });

  test('is refused in another browser', async () => {
    const [mine, other] = [services.browser(), services.browser()];
    const auth = await codes.passHumanCheck(mine);
    await challenge(other);
    expect(await send(other, auth)).toMatchObject({ code: resultCodes.humanCheckFailed });
    expect(await send(mine, auth)).toMatchObject({ code: 0 });
  });

  test('sends one code for concurrent requests [AC-22]', async () => {
    const browser = services.browser();
    const auth = await codes.passHumanCheck(browser);
    const before = services.sandbox.outbox.sent().length;
    const answers = await concurrently(() => send(browser, auth));
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
    expect(services.sandbox.outbox.sent()).toHaveLength(before + 1);
  });

  test('is stored as a hash', async () => {
    const auth = await codes.passHumanCheck(services.browser());
    const stored = await services.database.sql.select().from(humanChecks);
    expect(stored).not.toEqual([]);
    expect(JSON.stringify(stored)).not.toContain(auth);
  });
});

test('a failed check is logged without the submitted value', async () => {
  const browser = services.browser();
  const value = solvePuzzle(await challenge(browser), 1_000_000);
  await apply(browser, value);
  const line = services.lines.findLast((one) => one.includes('"humanCheck"'))!;
  expect(JSON.parse(line)).toMatchObject({
    event: 'humanCheck',
    result: 'humanCheckFailed',
    address: expect.any(String),
  });
  expect(services.lines.join()).not.toContain(value.slice(0, 40));
});
