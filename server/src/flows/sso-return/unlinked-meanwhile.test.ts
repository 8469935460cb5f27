import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { codeTestSettings } from '../../../test/support/flows/test-codes.ts';
import { ssoHelpers } from '../../../test/support/flows/test-company.ts';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { accounts, identities } from '../../store/schema/schema.ts';

const services = await testAppForFile({ sandbox: true, env: codeTestSettings });
const { check, openCallback, signInAtCompany } = ssoHelpers(services);

const waitingForLock = sql`select 1 from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`;

// The embedded database has one connection, so that nothing happens at the same moment there.
test.runIf(process.env['TEST_DATABASE_URL'])(
  'a company that its owner unlinks at the same moment signs no one in',
  async () => {
    const browser = services.browser();
    const accessCode = await openCallback(browser, await signInAtCompany(browser, 'acme', 'acme-alice'));
    const { sql: db } = services.database;
    const isAlice = eq(identities.provider, 'sso.acme');
    const link = (await db.select().from(identities).where(isAlice)).find(({ subject }) => subject.includes('alice'))!;
    const ofLink = eq(identities.id, link.id);
    const answer = await db.transaction(async (tx) => {
      await tx.select().from(accounts).where(eq(accounts.ouid, link.account)).for('no key update');
      await tx.delete(identities).where(ofLink);
      const checked = check(browser, accessCode);
      const waits = async () => ((await db.execute(waitingForLock)) as { rows: unknown[] }).rows.length > 0;
      while (!(await Promise.race([checked.then(() => true), waits()])));
      return { checked };
    });
    expect((await answer.checked).data).toMatchObject({ loginStatus: false });
  },
);
