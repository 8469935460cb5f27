import type { Principal } from '@foyer/contract/rules/account-rules';
import { and, eq, sql } from 'drizzle-orm';
import type { Sql } from '../../database/database.ts';
import { knownBrowsers } from '../schema/browser-schema.ts';
import { accounts } from '../schema/schema.ts';
import { statement } from '../statement.ts';

export function knownBrowserStore(db: Sql) {
  return {
    /** Whether the account of this principal has signed in with this browser before. */
    async isKnown({ kind, value }: Principal, browserId: string): Promise<boolean> {
      const [known] = await findingKnown[kind](db).execute({ value, browserId });
      return known !== undefined;
    },

    async listByAccount(account: string): Promise<string[]> {
      const rows = await db
        .select({ browserId: knownBrowsers.browserId })
        .from(knownBrowsers)
        .where(eq(knownBrowsers.account, account));
      return rows.map(({ browserId }) => browserId);
    },
  };
}

const findingKnown = { mobile: findingKnownBy('mobile'), email: findingKnownBy('email') };

function findingKnownBy(kind: Principal['kind']) {
  return statement((db) =>
    db
      .select({ one: sql`1` })
      .from(knownBrowsers)
      .innerJoin(accounts, eq(accounts.ouid, knownBrowsers.account))
      .where(
        and(eq(accounts[kind], sql.placeholder('value')), eq(knownBrowsers.browserId, sql.placeholder('browserId'))),
      )
      .prepare(`known_browser_by_${kind}`),
  );
}
