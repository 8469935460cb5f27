import { resultCodes } from '@foyer/contract/result-codes';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { concurrently } from '../../../test/support/concurrently.ts';
import { raiseSessions } from '../../../test/support/flows/raise-sessions.ts';
import { type TestApp, openNode, testAppForFile } from '../../../test/support/test-app.ts';
import { factorHelpers } from '../../../test/support/flows/test-factors.ts';
import { hashBrowserId } from '../../http/answers/cookies.ts';
import { signOutEverywhere } from '../../parts/sign-in/sign-out-everywhere.ts';
import { sha256Hex } from '../../platform/sha256.ts';
import { inTransaction } from '../../services.ts';
import { backupCodes } from '../../store/schema/factor-schema.ts';
import { accounts, sessions } from '../../store/schema/schema.ts';
import { knownBrowsers } from '../../store/schema/browser-schema.ts';

/** Wrong codes are hardly limited here: what is tested is that a right one counts once. */
const env = { WRONG_CODES_PER_HOUR: '1000' };
const services = await testAppForFile({ env });
const { addAuthenticator, addBackupCodes, submitFactor } = factorHelpers(services);

let numbers = 13520000000;
/** Pending sign-ins of one account in several browsers on both nodes. */
async function manySignIns(node: TestApp) {
  const ouid = await services.addAccount({ mobile: String((numbers += 1)), secondFactor: true });
  const browsers = await Promise.all(
    [services, node, services, node].map(async (at) => {
      const browser = at.browser();
      await browser.get('/sender/robotAuth/challenge');
      const browserId = hashBrowserId(browser.jar.get('foyer_browser')!);
      const lastSeenAt = new Date(services.clock.now());
      await services.database.sql.insert(knownBrowsers).values({ account: ouid, browserId, lastSeenAt });
      return { browser, browserId };
    }),
  );
  const signIn = { account: ouid, awaiting: 'secondFactor', method: 'password', factors: ['password'] } as const;
  const handleIn = (browserId: string) =>
    services.stores.pendingSignIns.create({
      ...signIn,
      factors: [...signIn.factors],
      browserId,
      redirectUrl: '/home',
      usedHandleHash: undefined,
    });
  return { ouid, at: (n: number) => browsers[n % browsers.length]!, handleIn };
}

test('a backup code that is given for many sign-ins at once on two nodes completes one of them', async () => {
  const node = await openNode(services, env);
  const { ouid, at, handleIn } = await manySignIns(node);
  await addBackupCodes(ouid, ['abcde12345', 'fghjk67890']);
  const answers = await concurrently(async (n) => {
    const { browser, browserId } = at(n);
    return submitFactor(browser, 'backupCode', await handleIn(browserId), 'abcde-12345');
  });
  expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
  expect(await sessionsOf(ouid)).toHaveLength(1);
  expect(await services.stores.backupCodes.summary(ouid)).toMatchObject({ left: 1 });
});

test('a code of the authenticator app that is given for many sign-ins at once on two nodes completes one of them', async () => {
  const node = await openNode(services, env);
  const { ouid, at, handleIn } = await manySignIns(node);
  const codeOf = await addAuthenticator(ouid);
  const answers = await concurrently(async (n) => {
    const { browser, browserId } = at(n);
    return submitFactor(browser, 'totp', await handleIn(browserId), codeOf());
  });
  expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
  expect(await sessionsOf(ouid)).toHaveLength(1);
});

test('one sign-in that is completed many times at once on two nodes opens one session', async () => {
  const node = await openNode(services, env);
  const { ouid, at, handleIn } = await manySignIns(node);
  await addBackupCodes(ouid, ['abcde12345']);
  const { browser, browserId } = at(0);
  const onNode = node.browser();
  for (const [name, value] of browser.jar) onNode.jar.set(name, value);
  const preServiceId = await handleIn(browserId);
  const answers = await concurrently((n) =>
    submitFactor(n % 2 ? browser : onNode, 'backupCode', preServiceId, 'abcde-12345'),
  );
  expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
  expect(await sessionsOf(ouid)).toHaveLength(1);
});

/**
 * Each request deletes the earlier codes and then inserts its own, which waits for the held account. With the embedded
 * database, which runs one transaction at a time, nothing could go wrong.
 */
test.runIf(process.env['TEST_DATABASE_URL'])(
  'backup codes that are made twice at once on two nodes are ten in the end, of one set',
  async () => {
    const node = await openNode(services, env);
    const { ouid, browser, onNode } = await signedInOnBothNodes(node);
    const { sql: db } = services.database;
    const requests = await db.transaction(async (held) => {
      await held.select().from(accounts).where(eq(accounts.ouid, ouid)).for('update');
      const sent = Promise.all([browser, onNode].map((one) => one.post('/user/accounts/backupCodes')));
      await expect.poll(requestsThatWait).toBe(2);
      return { sent };
    });
    expect((await requests.sent).map(({ code }) => code)).toEqual([0, 0]);
    const rows = await db.select().from(backupCodes).where(eq(backupCodes.account, ouid));
    expect(rows).toHaveLength(10);
    expect(new Set(rows.map(({ salt }) => salt)).size).toBe(1);
  },
);

/**
 * The reset locks the account and then ends the sign-ins that wait for a second factor. A second factor that locked them
 * first would deadlock with it, or open a session behind it.
 */
test.runIf(process.env['TEST_DATABASE_URL'])(
  'a second factor that is given while the password is reset opens no session',
  async () => {
    const { ouid, at, handleIn } = await manySignIns(services);
    await addBackupCodes(ouid, ['abcde12345']);
    const { browser, browserId } = at(0);
    const preServiceId = await handleIn(browserId);
    const { given } = await inTransaction(services, async ({ stores }) => {
      await stores.accounts.resetPassword(ouid, await hashOf('Foyer-2027'));
      const answer = submitFactor(browser, 'backupCode', preServiceId, 'abcde-12345');
      await expect.poll(requestsThatWait).toBe(1);
      await signOutEverywhere(stores, ouid);
      return { given: answer };
    });
    expect(await given).toMatchObject({ code: resultCodes.unknownServiceId });
    expect(await sessionsOf(ouid)).toEqual([]);
  },
);

test('of an app and a number that are removed at once while the second factor is on, one stays', async () => {
  const node = await openNode(services, env);
  const { ouid, browser, onNode } = await signedInOnBothNodes(node);
  await addAuthenticator(ouid);
  await services.stores.accounts.setSecondFactor(ouid, true);
  const answers = await Promise.all([
    browser.post('/user/accounts/authenticator/remove'),
    onNode.post('/user/accounts/contacts/mobile/remove'),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
});

/** One session, used on both nodes. */
async function signedInOnBothNodes(node: TestApp) {
  const mobile = String((numbers += 1));
  const password = 'Foyer-2026';
  const ouid = await services.addAccount({ mobile, email: `${mobile}@example.com`, password });
  const [browser, onNode] = [services.browser(), node.browser()];
  expect(await browser.signIn(mobile, password)).toMatchObject({ code: 0 });
  await raiseSessions(services, ouid);
  for (const [name, value] of browser.jar) onNode.jar.set(name, value);
  return { ouid, browser, onNode };
}

const requestsThatWait = () =>
  services.database.sql.$count(sql`pg_stat_activity`, sql`datname = current_database() and wait_event_type = 'Lock'`);

async function hashOf(password: string) {
  const slot = services.passwords.reserveSlot()!;
  try {
    return await slot.hash(sha256Hex(password));
  } finally {
    slot.release();
  }
}

const sessionsOf = (ouid: string) => services.database.sql.select().from(sessions).where(eq(sessions.account, ouid));
