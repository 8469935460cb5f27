import { eq, inArray, sql } from 'drizzle-orm';
import { seconds } from '@foyer/contract/time';
import type { Clock } from '../platform/clock.ts';
import type { Sql } from '../database/database.ts';
import { budgets } from './schema/schema.ts';
import { sqlTime } from './schema/timestamp.ts';

/** At most `most` uses within any period of this length. */
export interface Rule {
  most: number;
  within: number;
}

export interface Budget {
  /** A hash: accounts, addresses and client IPs are not stored in clear text. */
  key: string;
  rules: readonly Rule[];
}

export type ConsumeResult =
  | { is: 'consumed'; refund(): Promise<void> }
  | { is: 'refused'; budget: Budget; rule: Rule; retryAfter: number };

/** Sliding-window limits shared by all nodes. One statement checks and consumes, so concurrent requests gain nothing. */
export function budgetStore(db: Sql, clock: Clock) {
  async function consumeOne({ key, rules }: Budget, now: number): Promise<boolean> {
    const longest = Math.max(...rules.map(({ within }) => within));
    const since = (within: number) =>
      sql`(select t from unnest(${budgets.usedAt}) t where t > ${sqlTime(now - within)})`;
    const isLeft = rules.map(({ most, within }) => sql`(select count(*) from ${since(within)} recent) < ${most}`);
    const expiresAt = new Date(now + longest);
    const consumed = await db
      .insert(budgets)
      .values({ key, usedAt: [new Date(now)], expiresAt })
      .onConflictDoUpdate({
        target: budgets.key,
        set: { usedAt: sql`array${since(longest)} || ${sqlTime(now)}`, expiresAt },
        setWhere: sql.join(isLeft, sql` and `),
      })
      .returning({ key: budgets.key });
    return consumed.length > 0;
  }

  async function refund(keys: readonly string[], usedAt: number) {
    const position = sql`array_position(${budgets.usedAt}, ${sqlTime(usedAt)})`;
    for (const key of keys)
      await db
        .update(budgets)
        .set({ usedAt: sql`${budgets.usedAt}[:${position} - 1] || ${budgets.usedAt}[${position} + 1:]` })
        .where(sql`${budgets.key} = ${key} and ${position} is not null`);
  }

  /** The rule that takes longest to allow another use. */
  async function refusingRule({ key, rules }: Budget, now: number): Promise<{ rule: Rule; wait: number }> {
    const [row] = await db.select().from(budgets).where(eq(budgets.key, key));
    const newestFirst = (row?.usedAt ?? []).map((time) => time.getTime()).sort((a, b) => b - a);
    return rules
      .map((rule) => ({ rule, wait: (newestFirst[rule.most - 1] ?? -Infinity) + rule.within - now }))
      .reduce((longest, other) => (other.wait > longest.wait ? other : longest));
  }

  return {
    /** Consumes one use of each budget, or of none. */
    async consume(wanted: readonly Budget[]): Promise<ConsumeResult> {
      const now = clock.now();
      const consumed: string[] = [];
      for (const budget of wanted) {
        if (await consumeOne(budget, now)) {
          consumed.push(budget.key);
          continue;
        }
        await refund(consumed, now);
        const { rule, wait } = await refusingRule(budget, now);
        return { is: 'refused', budget, rule, retryAfter: Math.max(1, Math.ceil(wait / seconds(1))) };
      }
      return { is: 'consumed', refund: () => refund(consumed, now) };
    },

    /** How many uses of each budget were consumed within the period. */
    async used(keys: readonly string[], within: number): Promise<number[]> {
      const since = clock.now() - within;
      const rows = await db
        .select()
        .from(budgets)
        .where(inArray(budgets.key, [...keys]));
      return keys.map(
        (key) => rows.find((row) => row.key === key)?.usedAt.filter((time) => time.getTime() > since).length ?? 0,
      );
    },

    /** Deletes the uses that are older than the period. */
    async deleteOlderThan(keys: readonly string[], within: number) {
      if (keys.length === 0) return;
      const recent = sql`select t from unnest(${budgets.usedAt}) t where t > ${sqlTime(clock.now() - within)}`;
      await db
        .update(budgets)
        .set({ usedAt: sql`array(${recent})` })
        .where(inArray(budgets.key, [...keys]));
    },

    async clear(keys: readonly string[]) {
      await db.delete(budgets).where(inArray(budgets.key, [...keys]));
    },
  };
}
