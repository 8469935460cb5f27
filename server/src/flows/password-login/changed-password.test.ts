import { resultCodes } from '@foyer/contract/result-codes';
import { seconds } from '@foyer/contract/time';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { type Services, inTransaction } from '../../services.ts';
import { sessions } from '../../store/schema/schema.ts';

const services = await testAppForFile();
const { accounts } = services.stores;
const password = 'Foyer-2026';

let numbers = 13330000000;
async function newPerson() {
  const mobile = String((numbers += 1));
  const ouid = await services.addAccount({ mobile, password });
  const account = (await accounts.findByOuid(ouid))!;
  return { mobile, ouid, account, passwordHash: account.passwordHash! };
}

test('the row of an account is locked for a sign-in only if the compared password has not changed since', async () => {
  const { ouid, account, passwordHash } = await newPerson();
  const lock = async (compared = account) => (await accounts.lockRowUnlessPasswordChanged(compared))?.ouid;
  expect(await lock()).toBe(ouid);
  // The same password with another hash.
  await accounts.replacePasswordHash(ouid, passwordHash, (await newPerson()).passwordHash);
  expect(await lock()).toBe(ouid);
  services.moveClock(seconds(1));
  await accounts.setPasswordBeforeFirstSignIn(ouid, passwordHash);
  expect(await lock()).toBeUndefined();
  const read = (await accounts.findByOuid(ouid))!;
  services.moveClock(seconds(1));
  await accounts.changePassword(ouid, passwordHash);
  expect(await lock(read)).toBeUndefined();
  const changed = (await accounts.findByOuid(ouid))!;
  expect(await lock(changed)).toBe(ouid);
  await accounts.removePassword(ouid);
  expect(await lock(changed)).toBeUndefined();
});

/** With the embedded database, which runs one transaction at a time, no sign-in could begin during the change. */
describe.runIf(process.env['TEST_DATABASE_URL'])('while the password of a sign-in is compared', () => {
  const { sql: db } = services.database;
  const sessionsOf = (ouid: string) => db.select().from(sessions).where(eq(sessions.account, ouid));

  async function signInDuring(mobile: string, change: (tx: Services) => Promise<unknown>) {
    const isWaiting = sql`datname = current_database() and wait_event_type = 'Lock'`;
    const { signIn } = await inTransaction(services, async (tx) => {
      await change(tx);
      const answer = services.browser().signIn(mobile, password);
      await expect.poll(() => db.$count(sql`pg_stat_activity`, isWaiting)).toBe(1);
      // In an object, so that the transaction does not wait for the sign-in, which waits for it.
      return { signIn: answer };
    });
    return signIn;
  }

  test('a change of the password makes it a wrong one, which opens no session', async () => {
    const { mobile, ouid } = await newPerson();
    const { passwordHash } = await newPerson();
    const answer = await signInDuring(mobile, ({ stores }) => stores.accounts.resetPassword(ouid, passwordHash));
    expect(answer).toMatchObject({ code: resultCodes.wrongCredentials });
    expect(await sessionsOf(ouid)).toEqual([]);
    expect(await services.stores.passwordAttempts.failures(mobile)).toBe(1);
  });

  test('a second factor that is turned on is asked for', async () => {
    const { mobile, ouid } = await newPerson();
    const answer = await signInDuring(mobile, ({ stores }) => stores.accounts.setSecondFactor(ouid, true));
    expect(answer).toMatchObject({ code: 0, data: { loginDoubleCheck: true } });
    expect(await sessionsOf(ouid)).toEqual([]);
  });
});
