import { eq, inArray, sql } from 'drizzle-orm';
import { seconds } from '@foyer/contract/time';
import type { Clock } from '../platform/clock.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { Sql } from '../database/database.ts';
import { quotas } from './schema/schema.ts';
import { sqlTime } from './schema/timestamp.ts';

/** At most `max` uses in any period of this length. */
export interface WindowLimit {
  max: number;
  window: number;
}

export interface Quota {
  /** A hash: accounts, addresses and client IPs are not stored in clear text. */
  key: string;
  limits: readonly WindowLimit[];
  /** Under this name a refusal is counted in the metrics; without one it is no event, as with a repeated message. */
  name?: string;
}

export type ConsumeResult =
  | { is: 'consumed'; refund(): Promise<void> }
  | { is: 'refused'; quota: Quota; limit: WindowLimit; retryAfter: number };

/** Sliding-window limits shared by all nodes. One statement checks and consumes, so concurrent requests gain nothing. */
export function quotaStore(db: Sql, clock: Clock, metrics?: Pick<Metrics, 'limitHit'>) {
  async function consumeOne({ key, limits }: Quota, now: number): Promise<boolean> {
    const longest = Math.max(...limits.map(({ window }) => window));
    const since = (window: number) =>
      sql`(select t from unnest(${quotas.usedAt}) t where t > ${sqlTime(now - window)})`;
    const isLeft = limits.map(({ max, window }) => sql`(select count(*) from ${since(window)} recent) < ${max}`);
    const expiresAt = new Date(now + longest);
    const consumed = await db
      .insert(quotas)
      .values({ key, usedAt: [new Date(now)], expiresAt })
      .onConflictDoUpdate({
        target: quotas.key,
        set: { usedAt: sql`array${since(longest)} || ${sqlTime(now)}`, expiresAt },
        setWhere: sql.join(isLeft, sql` and `),
      })
      .returning({ key: quotas.key });
    return consumed.length > 0;
  }

  async function refund(keys: readonly string[], usedAt: number) {
    const position = sql`array_position(${quotas.usedAt}, ${sqlTime(usedAt)})`;
    for (const key of keys)
      await db
        .update(quotas)
        .set({ usedAt: sql`${quotas.usedAt}[:${position} - 1] || ${quotas.usedAt}[${position} + 1:]` })
        .where(sql`${quotas.key} = ${key} and ${position} is not null`);
  }

  /** The limit that takes longest to allow another use. */
  async function refusingLimit({ key, limits }: Quota, now: number): Promise<{ limit: WindowLimit; wait: number }> {
    const [row] = await db.select().from(quotas).where(eq(quotas.key, key));
    const newestFirst = (row?.usedAt ?? []).map((time) => time.getTime()).sort((a, b) => b - a);
    return limits
      .map((limit) => ({ limit, wait: (newestFirst[limit.max - 1] ?? -Infinity) + limit.window - now }))
      .reduce((longest, other) => (other.wait > longest.wait ? other : longest));
  }

  return {
    /** Consumes one use of each quota, or of none. */
    async consume(wanted: readonly Quota[]): Promise<ConsumeResult> {
      const now = clock.now();
      const consumed: string[] = [];
      for (const quota of wanted) {
        if (await consumeOne(quota, now)) {
          consumed.push(quota.key);
          continue;
        }
        if (quota.name) metrics?.limitHit(quota.name);
        await refund(consumed, now);
        const { limit, wait } = await refusingLimit(quota, now);
        return { is: 'refused', quota, limit, retryAfter: Math.max(1, Math.ceil(wait / seconds(1))) };
      }
      return { is: 'consumed', refund: () => refund(consumed, now) };
    },

    /** How many uses of each quota were consumed in the period until now. */
    async used(keys: readonly string[], window: number): Promise<number[]> {
      const since = clock.now() - window;
      const rows = await db
        .select()
        .from(quotas)
        .where(inArray(quotas.key, [...keys]));
      return keys.map(
        (key) => rows.find((row) => row.key === key)?.usedAt.filter((time) => time.getTime() > since).length ?? 0,
      );
    },

    /** Deletes the uses that are older than the period. */
    async deleteOlderThan(keys: readonly string[], window: number) {
      if (keys.length === 0) return;
      const recent = sql`select t from unnest(${quotas.usedAt}) t where t > ${sqlTime(clock.now() - window)}`;
      await db
        .update(quotas)
        .set({ usedAt: sql`array(${recent})` })
        .where(inArray(quotas.key, [...keys]));
    },

    async clear(keys: readonly string[]) {
      await db.delete(quotas).where(inArray(quotas.key, [...keys]));
    },
  };
}
