import { days } from '@foyer/contract/time';
import type { SignInMethod } from '@foyer/contract/sign-in-methods';
import { type SQL, type WithSubquery, and, desc, eq, gt, inArray, isNull, ne, notInArray, sql } from 'drizzle-orm';
import type { Clock } from '../../platform/clock.ts';
import type { Sql } from '../../database/database.ts';
import { hmacSha256 } from '../../platform/sha256.ts';
import { rememberedAccounts } from '../schema/browser-schema.ts';
import { accounts, identities } from '../schema/schema.ts';
import { companyOf } from '../accounts/identities.ts';
import { statement } from '../statement.ts';

/** Accounts that the sign-in page offers in one browser, and how long after their last sign-in there. */
export const rememberedLimits = { max: 3, lifetime: days(90) } as const;

export function rememberedAccountStore(db: Sql, clock: Clock, secret: string) {
  /** Means nothing in another browser, and reveals neither the account nor the browser. */
  const handleOf = (browserId: string, account: string) => hmacSha256(secret, 'rememberedAccount', browserId, account);

  /** The newest first. An account that is being closed is left out, until its person has decided to keep it. */
  async function list(browserId: string) {
    const rows = await db
      .select({ account: accounts, method: rememberedAccounts.method })
      .from(rememberedAccounts)
      .innerJoin(accounts, eq(accounts.ouid, rememberedAccounts.account))
      .where(
        and(
          eq(rememberedAccounts.browserId, browserId),
          isNull(accounts.closesAt),
          gt(rememberedAccounts.lastUsedAt, new Date(clock.now() - rememberedLimits.lifetime)),
        ),
      )
      .orderBy(desc(rememberedAccounts.lastUsedAt), rememberedAccounts.account)
      .limit(rememberedLimits.max);
    return rows.map((row) => ({ ...row, handle: handleOf(browserId, row.account.ouid) }));
  }

  const find = async (browserId: string, handle: string) =>
    (await list(browserId)).find((one) => one.handle === handle)?.account;

  return {
    list,

    /** Undefined for a handle of another browser, and for an account that is forgotten. */
    find,

    /** Records a sign-in, and forgets the accounts that were used longest ago. */
    async remember(account: string, browserId: string, method: SignInMethod) {
      await remember(db).execute({ account, browserId, method, now: new Date(clock.now()) });
    },

    async forget(account: string, browserId: string) {
      await db
        .delete(rememberedAccounts)
        .where(and(eq(rememberedAccounts.browserId, browserId), eq(rememberedAccounts.account, account)));
    },

    /** The only company that an account is linked to, by account. */
    async companiesOf(ouids: readonly string[]): Promise<Map<string, string>> {
      if (ouids.length === 0) return new Map();
      const rows = await db
        .select({ account: identities.account, provider: identities.provider })
        .from(identities)
        .where(inArray(identities.account, [...ouids]));
      const linked = rows.flatMap(({ account, provider }) => {
        const company = companyOf(provider);
        return company === undefined ? [] : [[account, company] as const];
      });
      return new Map(linked.filter(([account]) => linked.filter(([other]) => other === account).length === 1));
    },
  };
}

const value = sql.placeholder;

/**
 * Parts of a statement with the placeholders `account`, `browserId`, `method` and `now`, which do something if `from` gives a
 * row. None sees what another one writes.
 */
export function remembering(db: Sql, from: SQL | WithSubquery) {
  const { account, browserId, lastUsedAt } = rememberedAccounts;
  const isOther = and(eq(browserId, value('browserId')), ne(account, value('account')));
  const kept = db
    .select({ account })
    .from(rememberedAccounts)
    .where(isOther)
    .orderBy(desc(lastUsedAt), account)
    .limit(rememberedLimits.max - 1);
  const remembered = db.$with('remembered').as(
    db
      .insert(rememberedAccounts)
      .select(
        db
          .select({
            browserId: sql<string>`${value('browserId')}`.as('browser_id'),
            account: sql<string>`${value('account')}`.as('account'),
            method: sql<SignInMethod>`${value('method')}`.as('method'),
            lastUsedAt: sql<Date>`${value('now')}::timestamptz`.as('last_used_at'),
          })
          .from(from),
      )
      .onConflictDoUpdate({
        target: [browserId, account],
        set: { method: sql`excluded.method`, lastUsedAt: sql`excluded.last_used_at` },
      })
      .returning({ account }),
  );
  const replaced = db.$with('replaced').as(
    db
      .delete(rememberedAccounts)
      .where(and(isOther, notInArray(account, kept), sql`exists (select 1 from ${from})`))
      .returning({ account }),
  );
  return { remembered, replaced };
}

const remember = statement((db) => {
  const { remembered, replaced } = remembering(db, sql`(select 1) one`);
  return db.with(remembered, replaced).select().from(remembered).prepare('remember_account');
});
