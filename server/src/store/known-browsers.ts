import type { Principal } from '@foyer/contract/rules/account-rules';
import { and, eq, sql } from 'drizzle-orm';
import type { Clock } from '../platform/clock.ts';
import type { Sql } from '../database/database.ts';
import { knownBrowsers } from './schema/browser-schema.ts';
import { accounts } from './schema/schema.ts';

export function knownBrowserStore(db: Sql, clock: Clock) {
  return {
    /** Whether whoever has this address has signed in with this browser before. */
    async knows({ kind, value }: Principal, browser: string): Promise<boolean> {
      const [known] = await db
        .select({ one: sql`1` })
        .from(knownBrowsers)
        .innerJoin(accounts, eq(accounts.ouid, knownBrowsers.account))
        .where(and(eq(accounts[kind], value), eq(knownBrowsers.browser, browser)));
      return known !== undefined;
    },

    /** Remembers the browser; `new` when the account was in others before and never in this one. */
    async see(account: string, browser: string): Promise<'known' | 'new' | 'first'> {
      const lastSeenAt = new Date(clock.now());
      const [seen] = await db
        .insert(knownBrowsers)
        .values({ account, browser, lastSeenAt })
        .onConflictDoUpdate({ target: [knownBrowsers.account, knownBrowsers.browser], set: { lastSeenAt } })
        .returning({
          // A row that this statement made has been changed by nobody.
          made: sql<boolean>`xmax = 0`,
          others: sql<boolean>`exists (select 1 from known_browsers k where k.account = ${account} and k.browser <> ${browser})`,
        });
      if (!seen?.made) return 'known';
      return seen.others ? 'new' : 'first';
    },
  };
}
