import type { Principal } from '@foyer/contract/rules/account-rules';
import { and, eq, sql } from 'drizzle-orm';
import type { Clock } from '../platform/clock.ts';
import type { Sql } from '../database/database.ts';
import { knownBrowsers } from './schema/browser-schema.ts';
import { accounts } from './schema/schema.ts';

export function knownBrowserStore(db: Sql, clock: Clock) {
  return {
    /** Whether the account of this principal has signed in with this browser before. */
    async isKnown({ kind, value }: Principal, browserId: string): Promise<boolean> {
      const [known] = await db
        .select({ one: sql`1` })
        .from(knownBrowsers)
        .innerJoin(accounts, eq(accounts.ouid, knownBrowsers.account))
        .where(and(eq(accounts[kind], value), eq(knownBrowsers.browserId, browserId)));
      return known !== undefined;
    },

    async listByAccount(account: string): Promise<string[]> {
      const rows = await db
        .select({ browserId: knownBrowsers.browserId })
        .from(knownBrowsers)
        .where(eq(knownBrowsers.account, account));
      return rows.map(({ browserId }) => browserId);
    },

    /** Records a sign-in. `new` means that the account has signed in before, and never with this browser. */
    async record(account: string, browserId: string): Promise<'known' | 'new' | 'first'> {
      const lastSeenAt = new Date(clock.now());
      const [row] = await db
        .insert(knownBrowsers)
        .values({ account, browserId, lastSeenAt })
        .onConflictDoUpdate({ target: [knownBrowsers.account, knownBrowsers.browserId], set: { lastSeenAt } })
        .returning({
          // In PostgreSQL, xmax is 0 for a row that was inserted and not updated.
          isInserted: sql<boolean>`xmax = 0`,
          hasOthers: sql<boolean>`exists (select 1 from known_browsers k where k.account = ${account} and k.browser_id <> ${browserId})`,
        });
      if (!row?.isInserted) return 'known';
      return row.hasOthers ? 'new' : 'first';
    },
  };
}
