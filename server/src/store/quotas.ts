import { type SQL, eq, inArray, sql } from 'drizzle-orm';
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
  /** `refund` can also delete the uses that are older than a period. */
  | { is: 'consumed'; refund(window?: number): Promise<void> }
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

  /** Two uses may have the same time: one of them is taken back. */
  async function refund(keys: readonly string[], usedAt: number, window?: number) {
    if (keys.length === 0) return;
    const position = sql`array_position(${quotas.usedAt}, ${sqlTime(usedAt)})`;
    const since = window === undefined ? sql`'-infinity'::timestamptz` : sqlTime(clock.now() - window);
    const kept = sql`select t from unnest(${quotas.usedAt}) with ordinality u(t, i) where t > ${since} and i is distinct from ${position} order by i`;
    await db
      .update(quotas)
      .set({ usedAt: sql`array(${kept})` })
      .where(inArray(quotas.key, [...keys]));
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
      return { is: 'consumed', refund: (window) => refund(consumed, now, window) };
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

    async clear(keys: readonly string[]) {
      await db.delete(quotas).where(inArray(quotas.key, [...keys]));
    },
  };
}

/** A statement that deletes the uses until this time. It writes only the rows that have some. */
export const deletingOlderUses = (db: Sql, keys: SQL, time: SQL) =>
  db
    .update(quotas)
    .set({ usedAt: sql`array(select t from unnest(${quotas.usedAt}) t where t > ${time})` })
    .where(sql`${quotas.key} = ${keys} and (select min(t) from unnest(${quotas.usedAt}) t) <= ${time}`)
    .returning({ key: quotas.key });
