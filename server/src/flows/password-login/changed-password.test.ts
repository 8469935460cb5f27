import { resultCodes } from '@foyer/contract/result-codes';
import { seconds } from '@foyer/contract/time';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { inTransaction } from '../../services.ts';
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
  expect(await accounts.lockRowUnlessPasswordChanged(account)).toBe(true);
  // The same password with another hash.
  await accounts.replacePasswordHash(ouid, passwordHash, (await newPerson()).passwordHash);
  expect(await accounts.lockRowUnlessPasswordChanged(account)).toBe(true);
  services.moveClock(seconds(1));
  await accounts.changePassword(ouid, passwordHash);
  expect(await accounts.lockRowUnlessPasswordChanged(account)).toBe(false);
  const changed = (await accounts.findByOuid(ouid))!;
  expect(await accounts.lockRowUnlessPasswordChanged(changed)).toBe(true);
  await accounts.removePassword(ouid);
  expect(await accounts.lockRowUnlessPasswordChanged(changed)).toBe(false);
});

/** With the embedded database, which runs one transaction at a time, no sign-in could begin during the change. */
test.runIf(process.env['TEST_DATABASE_URL'])(
  'a password that is changed while it is compared opens no session, and counts as a wrong one',
  async () => {
    const { mobile, ouid } = await newPerson();
    const { passwordHash } = await newPerson();
    const { sql: db } = services.database;
    const isWaiting = sql`datname = current_database() and wait_event_type = 'Lock'`;
    const { signIn } = await inTransaction(services, async ({ stores }) => {
      await stores.accounts.resetPassword(ouid, passwordHash);
      const answer = services.browser().signIn(mobile, password);
      await expect.poll(() => db.$count(sql`pg_stat_activity`, isWaiting)).toBe(1);
      return { signIn: answer };
    });
    expect(await signIn).toMatchObject({ code: resultCodes.wrongCredentials });
    expect(await services.stores.passwordAttempts.failures(mobile)).toBe(1);
    expect(await db.select().from(sessions).where(eq(sessions.account, ouid))).toEqual([]);
  },
);
