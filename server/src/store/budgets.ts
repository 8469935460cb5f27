import { createHash } from 'node:crypto';
import { eq, inArray, sql } from 'drizzle-orm';
import type { Clock } from '../platform/clock.ts';
import type { Sql } from '../database/database.ts';
import { budgets } from './schema/schema.ts';

/** So many within any stretch of that length. */
export interface Rule {
  most: number;
  within: number;
}

export interface Budget {
  key: string;
  rules: readonly Rule[];
}

interface Spent {
  key: string;
  at: number;
}

export type Spending =
  | { is: 'spent'; giveBack(): Promise<void> }
  | { is: 'refused'; budget: Budget; rule: Rule; retryAfter: number };

/**
 * What may be done only so often, shared by all nodes: one statement looks whether there is something left and takes it,
 * so two hundred at once get no more than two hundred in a row.
 */
export function budgetStore(db: Sql, clock: Clock) {
  async function spend({ key, rules }: Budget, now: number): Promise<boolean> {
    const longest = Math.max(...rules.map(({ within }) => within));
    const since = (within: number) => sql`(select t from unnest(${budgets.spent}) t where t > ${at(now - within)})`;
    const left = rules.map(({ most, within }) => sql`(select count(*) from ${since(within)} recent) < ${most}`);
    const forgottenAt = new Date(now + longest);
    const spent = await db
      .insert(budgets)
      .values({ key, spent: [new Date(now)], forgottenAt })
      .onConflictDoUpdate({
        target: budgets.key,
        set: { spent: sql`array${since(longest)} || ${at(now)}`, forgottenAt },
        setWhere: sql.join(left, sql` and `),
      })
      .returning({ key: budgets.key });
    return spent.length > 0;
  }

  async function giveBack(spent: readonly Spent[]) {
    for (const { key, at: time } of spent) {
      const position = sql`array_position(${budgets.spent}, ${at(time)})`;
      await db
        .update(budgets)
        .set({ spent: sql`${budgets.spent}[:${position} - 1] || ${budgets.spent}[${position} + 1:]` })
        .where(sql`${budgets.key} = ${key} and ${position} is not null`);
    }
  }

  async function whyNot({ key, rules }: Budget, now: number): Promise<{ rule: Rule; retryAfter: number }> {
    const [row] = await db.select().from(budgets).where(eq(budgets.key, key));
    const times = (row?.spent ?? []).map((time) => time.getTime()).sort((a, b) => b - a);
    const waits = rules.map((rule) => ({ rule, retryAfter: (times[rule.most - 1] ?? -Infinity) + rule.within - now }));
    return waits.reduce((longest, wait) => (wait.retryAfter > longest.retryAfter ? wait : longest));
  }

  return {
    /** From all of them or from none. */
    async spend(wanted: readonly Budget[]): Promise<Spending> {
      const now = clock.now();
      const spent: Spent[] = [];
      for (const budget of wanted) {
        if (await spend(budget, now)) {
          spent.push({ key: budget.key, at: now });
          continue;
        }
        await giveBack(spent);
        const { rule, retryAfter } = await whyNot(budget, now);
        return { is: 'refused', budget, rule, retryAfter: Math.max(1, Math.ceil(retryAfter / 1000)) };
      }
      return { is: 'spent', giveBack: () => giveBack(spent) };
    },

    /** How much of each was spent lately. */
    async spentOf(keys: readonly string[], within: number): Promise<number[]> {
      const since = clock.now() - within;
      const rows = await db
        .select()
        .from(budgets)
        .where(inArray(budgets.key, [...keys]));
      const lately = (key: string) =>
        rows.find((row) => row.key === key)?.spent.filter((time) => time.getTime() > since).length ?? 0;
      return keys.map(lately);
    },

    /** Forgets what is older. */
    async keepLately(keys: readonly string[], within: number) {
      if (keys.length === 0) return;
      const lately = sql`select t from unnest(${budgets.spent}) t where t > ${at(clock.now() - within)}`;
      await db
        .update(budgets)
        .set({ spent: sql`array(${lately})` })
        .where(inArray(budgets.key, [...keys]));
    },
  };
}

const at = (time: number) => sql`${new Date(time).toISOString()}::timestamptz`;

/** Accounts and addresses are not kept as text. */
export const budgetKey = (...parts: string[]) => createHash('sha256').update(parts.join('\n')).digest('base64url');
