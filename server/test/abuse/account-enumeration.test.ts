import { resultCodes } from '@foyer/contract/result-codes';
import { minutes, seconds } from '@foyer/contract/time';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { importedPasswords } from '../../src/store/schema/import-schema.ts';
import { clientOf, textOf } from '../support/count-statements.ts';
import { codeTestSettings, codeHelpers } from '../support/flows/test-codes.ts';
import { testAppForFile } from '../support/test-app.ts';

/**
 * Response times reveal the work done. Times are noisy, so these tests compare the work itself: whether or not an account
 * exists, the same statements, hashes and background tasks must run.
 */
const services = await testAppForFile({
  env: {
    ...codeTestSettings,
    CODES_PER_BROWSER: '1000',
    CODES_PER_ADDRESS: '1000',
    CODES_PER_NETWORK: '1000',
    CODES_PER_FINGERPRINT: '1000',
  },
});
const { passHumanCheck } = codeHelpers(services);
const password = 'Foyer-2026';
type Browser = ReturnType<typeof services.browser>;

// As the database receives them: a statement may have been built before.
const statements = vi.spyOn(clientOf(services.database.sql), 'query');
const transactions = vi.spyOn(services.database.sql, 'transaction');
const { run: doLater } = services.backgroundTasks;
let waiting: Parameters<typeof doLater>[] | undefined;
vi.spyOn(services.backgroundTasks, 'run').mockImplementation(
  (...task) => void (waiting ? waiting.push(task) : doLater(...task)),
);
let hashes = 0;
/** The parameters of the imported hashes that were compared. */
let imported: (string | undefined)[] = [];
const { reserveSlot } = services.passwords;
vi.spyOn(services.passwords, 'reserveSlot').mockImplementation((kind) => {
  const slot = reserveSlot(kind);
  return (
    slot && {
      ...slot,
      matches: (stored, secret) => ((hashes += 1), slot.matches(stored, secret)),
      matchesImported: (stored, secret) => (imported.push(stored?.slice(0, 7)), slot.matchesImported(stored, secret)),
      hash: (secret) => ((hashes += 1), slot.hash(secret)),
    }
  );
});

/** Content is refreshed every minute, independent of the request. */
const ofContent = /from "(banners|articles|pictures)"$/;

/** Tasks that a request leaves; others start at intervals. */
const ofRequests = ['codeNotSent', 'noticeNotSent'];

/** The work before the response; background tasks run afterwards. */
async function workOf(act: () => ReturnType<Browser['post']>) {
  const kept: NonNullable<typeof waiting> = (waiting = []);
  statements.mockClear();
  transactions.mockClear();
  hashes = 0;
  imported = [];
  const { status, code } = await act();
  const work = {
    response: { status, code },
    statements: statements.mock.calls.map(([statement]) => textOf(statement)).filter((one) => !ofContent.test(one)),
    transactions: transactions.mock.calls.length,
    hashes,
    imported,
    leftForLater: kept.filter(([task]) => ofRequests.includes(task)).length,
  };
  waiting = undefined;
  for (const task of kept) doLater(...task);
  await services.backgroundTasks.settled();
  return work;
}

let numbers = 13600000000;
const kinds = {
  noAccount: undefined,
  someone: { password },
  withoutPassword: {},
  disabled: { password, disabledAt: new Date() },
  withSecondFactor: { password, secondFactor: true },
  invited: { password, name: '尹尔', idNumber: '11010119900307123X' },
  notAgreed: { password, agreed: false },
};

/** A new account of each kind. */
async function everyKind(by: 'mobile' | 'email') {
  const made: [string, string][] = [];
  for (const [name, account] of Object.entries(kinds)) {
    const mobile = String((numbers += 1));
    const email = `person${mobile}@example.com`;
    if (account) await services.addAccount({ mobile, email, ...account });
    made.push([name, by === 'mobile' ? mobile : email]);
  }
  return made;
}

async function expectTheSame(
  by: 'mobile' | 'email',
  ask: (principal: string, browser: Browser) => () => ReturnType<Browser['post']>,
  before: (principal: string, browser: Browser) => Promise<unknown> = async () => {},
) {
  const works: Record<string, Awaited<ReturnType<typeof workOf>>> = {};
  for (const [name, principal] of await everyKind(by)) {
    const browser = services.browser();
    // The browser has an id already, as after opening the page.
    await passHumanCheck(browser);
    await before(principal, browser);
    works[name] = await workOf(ask(principal, browser));
  }
  const { noAccount, ...others } = works;
  expect(noAccount?.statements.length).toBeGreaterThan(0);
  for (const [name, work] of Object.entries(others)) expect({ name, ...work }).toEqual({ name, ...noAccount });
  return noAccount!;
}

describe.each(['mobile', 'email'] as const)('by %s', (by) => {
  test('a wrong password takes the same work for every kind of account [AC-17t] [ASVS 6.3.8]', async () => {
    const work = await expectTheSame(by, (principal, browser) => () => browser.signIn(principal, 'wrong'));
    expect(work).toMatchObject({ response: { code: resultCodes.wrongCredentials }, hashes: 1 });
  });

  test('a password for a locked account takes the same work [AC-17t] [AC-17l]', async () => {
    const lock = async (principal: string, browser: Browser) => {
      for (let i = 0; i < 5; i++) {
        await browser.signIn(principal, 'wrong');
        services.moveClock(seconds(5));
      }
    };
    const ask = (principal: string, browser: Browser) => () => browser.signIn(principal, password);
    expect(await expectTheSame(by, ask, lock)).toMatchObject({ response: { code: resultCodes.lockedOut }, hashes: 0 });
  });

  test.each(['REGISTER_LOGIN', 'REGISTER', 'RETRIEVE', 'FIND_ACCOUNT'])(
    'so is a code for %s, the first and one too soon [AC-17t] [AC-17s]',
    async (bizType) => {
      let auth = '';
      const ask = (principal: string, browser: Browser) => () =>
        browser.post(`/sender/${by}/v3`, { bizType, principal, auth });
      const first = await expectTheSame(by, ask, async (_, browser) => void (auth = await passHumanCheck(browser)));
      expect(first.response.code).toBe(0);
      const soon = await expectTheSame(by, ask, async (principal, browser) => {
        auth = await passHumanCheck(browser);
        await ask(principal, browser)();
        auth = await passHumanCheck(browser);
      });
      expect(soon.response.code).toBe(resultCodes.codeTooSoon);
    },
  );

  test('asking whether an account exists takes the same work without a verified code [AC-17t] [D-27]', async () => {
    await expectTheSame(
      by,
      (principal, browser) => () => browser.post('/v1/accounts/checkMobileOrEmail', { principal }),
    );
  });
});

test('a search by name and ID number takes the same work for known and unknown people [AC-17t] [D-17]', async () => {
  const works = [];
  for (const known of [true, false]) {
    const idNumber = `1101011990030${numbers % 10_000}`;
    const mobile = String((numbers += 1));
    if (known) await services.addAccount({ mobile, name: '尹尔', idNumber, realNameAt: new Date() });
    const browser = services.browser();
    const auth = await passHumanCheck(browser);
    let preServiceId: unknown;
    const named = await workOf(async () => {
      const answer = await browser.post('/v1/accounts/find/person', { name: '尹尔', idNumber, auth });
      preServiceId = answer.data['preServiceId'];
      return answer;
    });
    const next = await passHumanCheck(browser);
    const sent = await workOf(() =>
      browser.post('/sender/mobile/v3', { bizType: 'FIND_ACCOUNT', preServiceId, auth: next }),
    );
    expect([named.response.code, sent.response.code]).toEqual([0, 0]);
    works.push({ named, sent });
    services.moveClock(minutes(1));
  }
  expect(works[0]).toEqual(works[1]);
});

test('while imported passwords are left, both requests take the same work for every kind of account [AC-17t]', async () => {
  // What is left would change the sign-ins of the other tests.
  onTestFinished(async () => void (await services.database.sql.delete(importedPasswords)));
  const hash = `$2b$05$${'.'.repeat(53)}`;
  const expiresAt = new Date(services.clock.now() + minutes(60));
  const made = await everyKind('mobile');
  for (const name of ['imported', 'replaced']) {
    const mobile = String((numbers += 1));
    const account = await services.addAccount({ mobile });
    const replaced = name === 'replaced' ? null : hash;
    await services.database.sql.insert(importedPasswords).values({ account, hash: replaced, dummy: hash, expiresAt });
    made.push([name, mobile]);
  }

  const works = [];
  for (const [name, principal] of made) {
    const browser = services.browser();
    await passHumanCheck(browser);
    let serviceId: unknown;
    const first = await workOf(async () => {
      const answer = await browser.signIn(principal, 'wrong');
      serviceId = answer.data['serviceId'];
      return answer;
    });
    const second = await workOf(() => browser.signIn(principal, 'wrong', { plain: { serviceId, password: 'wrong' } }));
    works.push({ name, first, second });
  }
  const [noAccount] = works;
  expect(noAccount).toMatchObject({
    first: { response: { code: resultCodes.needsPlainPassword }, hashes: 1, imported: [] },
    second: { response: { code: resultCodes.wrongCredentials }, hashes: 0, imported: ['$2b$05$'] },
  });
  for (const work of works) expect(work).toEqual({ ...noAccount, name: work.name });
});
