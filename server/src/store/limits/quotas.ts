import { type SQL, type WithSubquery, and, eq, inArray, sql } from 'drizzle-orm';
import { seconds } from '@foyer/contract/time';
import type { Clock } from '../../platform/clock.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { Sql } from '../../database/database.ts';
import { quotas } from '../schema/schema.ts';
import { sqlTime } from '../schema/timestamp.ts';
import { statement } from '../statement.ts';
import { shareUses } from './share-uses.ts';

/** A quota keeps the time of each use, but counts uses in buckets where each of its limits is higher than `maxListed`. */
const quotaCounting = { maxListed: 100, buckets: 60 } as const;

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
  { is: 'consumed'; refund(window?: number): Promise<void> } | Refusal;

interface Refusal {
  is: 'refused';
  quota: Quota;
  limit: WindowLimit;
  retryAfter: number;
}

const value = sql.placeholder;
const timeOf = (name: string) => sql`${value(name)}::timestamptz`;
/** Rows of a time and how many uses it stands for. */
const storedUses = sql`unnest(${quotas.usedAt}, ${quotas.counts}) stored(t, n)`;
const newUses = sql`unnest(excluded.used_at, excluded.counts)`;
const numberOfUses = (since: SQL) =>
  sql`(select coalesce(sum(coalesce(n, 1)), 0) from ${storedUses} where t > ${since})`;

/** Both columns of the uses that the query `uses` gives as `t` and `n`. */
const columnsOf = (uses: SQL) => ({
  usedAt: sql`array(select t from (${uses}) uses order by t)`,
  counts: sql`array(select n from (${uses}) uses order by t)`,
});
const usesSince = (since: SQL) => sql`select t, coalesce(n, 1) as n from ${storedUses} where t > ${since}`;

/** Parts of `consuming`: the uses of `quotaValues`, and the time until which no limit counts uses any more. */
export const wantedUses = sql`${value('uses')}::int`;
export const countedSince = timeOf('countedSince');

interface Consumption {
  /** Gives one row if a use is wanted. */
  from: SQL | WithSubquery;
  /** `wantedUses`, or 0 where it is only checked whether a use is left. */
  uses: SQL;
  /** Uses until this time are deleted. */
  deletedUntil: SQL;
}

/** A statement that checks a quota and consumes uses of it. It returns nothing where a limit does not allow all of them. */
export const consuming = (db: Sql, { from, uses, deletedUntil }: Consumption) => {
  const all = sql`${usesSince(deletedUntil)} union all select * from ${newUses}`;
  return db
    .insert(quotas)
    .select(
      db
        .select({
          key: sql<string>`${value('quotaKey')}`.as('key'),
          usedAt: sql<Date[]>`array_remove(array[case when ${uses} > 0 then ${timeOf('usedAt')} end], null)`.as(
            'used_at',
          ),
          counts: sql<number[]>`array_remove(array[nullif(${uses}, 0)], null)`.as('counts'),
          expiresAt: sql<Date>`${timeOf('quotaExpiresAt')}`.as('expires_at'),
        })
        .from(from),
    )
    .onConflictDoUpdate({
      target: quotas.key,
      set: {
        ...columnsOf(sql`select t, sum(n)::int as n from (${all}) every_use(t, n) group by t`),
        expiresAt: sql`excluded.expires_at`,
      },
      setWhere: sql`not exists (
        select 1 from unnest(${value('maxUses')}::int[], ${value('windowStarts')}::timestamptz[]) l(max_uses, since)
        where ${numberOfUses(sql`l.since`)} + coalesce(excluded.counts[1], 1) > l.max_uses
      )`,
    })
    .returning({ key: quotas.key });
};

/** The values of the placeholders of `consuming`. */
export function quotaValues({ key, limits }: Quota, now: number, uses = 1) {
  const longest = Math.max(...limits.map(({ window }) => window));
  const text = (milliseconds: number) => new Date(milliseconds).toISOString();
  const usedAt = countedAt(limits, now);
  return {
    quotaKey: key,
    uses,
    usedAt: text(usedAt),
    quotaExpiresAt: text(usedAt + longest),
    countedSince: text(now - longest),
    maxUses: limits.map(({ max }) => max),
    windowStarts: limits.map(({ window }) => text(now - window)),
  };
}

/**
 * The time under which a use is stored. Where every limit is high that is the end of its bucket, a part of the shortest
 * period: the row stays short, and what is counted in a period is never too little.
 */
function countedAt(limits: readonly WindowLimit[], now: number): number {
  if (!isCountedByBucket(limits)) return now;
  const bucket = Math.min(...limits.map(({ window }) => window)) / quotaCounting.buckets;
  return Math.ceil(now / bucket) * bucket;
}

const isCountedByBucket = (limits: readonly WindowLimit[]) => limits.every(({ max }) => max > quotaCounting.maxListed);

const consumingUses = statement((db) =>
  consuming(db, { from: sql`(select 1) one`, uses: wantedUses, deletedUntil: countedSince }).prepare('consume_quota'),
);

interface Use {
  key: string;
  /** The time under which it is stored. */
  usedAt: number;
}

/** Sliding-window limits shared by all nodes. One statement checks and consumes, so concurrent requests gain nothing. */
export function quotaStore(db: Sql, clock: Clock, metrics?: Pick<Metrics, 'limitHit'>) {
  /** Returns the time under which the uses are stored, or undefined where a limit does not allow all of them. */
  async function consumeUses(quota: Quota, now: number, uses: number): Promise<number | undefined> {
    const [consumed] = await consumingUses(db).execute(quotaValues(quota, now, uses));
    return consumed && countedAt(quota.limits, now);
  }

  // Many requests wait for the row of a high limit: those of one process change it together.
  const consumeTogether = shareUses((quota: Quota, uses) => consumeUses(quota, clock.now(), uses));

  /** Takes one use of each quota back, and deletes those that are older than `window`. */
  async function refund(consumed: readonly Use[], window?: number) {
    if (consumed.length === 0) return;
    const since = window === undefined ? sql`'-infinity'::timestamptz` : sqlTime(clock.now() - window);
    const refunded = sql`select count(*) from unnest(
      ${sql.param(consumed.map(({ key }) => key))}::text[],
      ${sql.param(consumed.map(({ usedAt }) => new Date(usedAt).toISOString()))}::timestamptz[]
    ) refunded(key, at) where refunded.key = ${quotas.key} and refunded.at = t`;
    const left = sql`select t, n - (${refunded})::int as n from (${usesSince(since)}) counted`;
    const keys = consumed.map(({ key }) => key);
    // Locked in the order of their keys, so that two refunds of the same quotas cannot deadlock.
    const locked = db
      .select({ key: quotas.key })
      .from(quotas)
      .where(inArray(quotas.key, keys))
      .orderBy(quotas.key)
      .for('update');
    await db
      .update(quotas)
      .set(columnsOf(sql`select t, n from (${left}) remaining where n > 0`))
      .where(inArray(quotas.key, locked));
  }

  /** The limit that takes longest to allow another use, and how long; not above 0 where one is allowed. */
  function longestWait({ limits }: Quota, row: typeof quotas.$inferSelect | undefined, now: number) {
    const newestFirst = usesOf(row).sort((a, b) => b.usedAt - a.usedAt);
    return limits
      .map((one) => ({ limit: one, wait: timeOfUse(newestFirst, one.max) + one.window - now }))
      .reduce((longest, other) => (other.wait > longest.wait ? other : longest));
  }

  /** Counts the refusal. */
  async function refuse(quota: Quota, now = clock.now()): Promise<Refusal> {
    if (quota.name) metrics?.limitHit(quota.name);
    const [row] = await db.select().from(quotas).where(eq(quotas.key, quota.key));
    const { limit, wait } = longestWait(quota, row, now);
    return { is: 'refused', quota, limit, retryAfter: Math.max(1, Math.ceil(wait / seconds(1))) };
  }

  return {
    refuse,

    /** Until when one of these allows no use, the last of their times; undefined where each allows one. Counts nothing. */
    async usedUpUntil(wanted: readonly Quota[]): Promise<Date | undefined> {
      const now = clock.now();
      const keys = wanted.map(({ key }) => key);
      const rows = await db.select().from(quotas).where(inArray(quotas.key, keys));
      const waits = wanted.map((quota) => {
        const row = rows.find(({ key }) => key === quota.key);
        return longestWait(quota, row, now).wait;
      });
      const longest = Math.max(0, ...waits);
      return longest > 0 ? new Date(now + longest) : undefined;
    },

    /** Consumes one use of each quota, or of none. */
    async consume(wanted: readonly Quota[]): Promise<ConsumeResult> {
      const now = clock.now();
      const consumed: Use[] = [];
      for (const quota of wanted) {
        const usedAt = isCountedByBucket(quota.limits)
          ? await consumeTogether(quota)
          : await consumeUses(quota, now, 1);
        if (usedAt === undefined) {
          await refund(consumed);
          return refuse(quota, now);
        }
        consumed.push({ key: quota.key, usedAt });
      }
      return { is: 'consumed', refund: (window) => refund(consumed, window) };
    },

    /** How many uses of each quota were consumed in the period until now. */
    async used(keys: readonly string[], window: number): Promise<number[]> {
      const since = clock.now() - window;
      const rows = await db
        .select()
        .from(quotas)
        .where(inArray(quotas.key, [...keys]));
      return keys.map((key) =>
        usesOf(rows.find((row) => row.key === key))
          .filter(({ usedAt }) => usedAt > since)
          .reduce((sum, { count }) => sum + count, 0),
      );
    },

    async clear(keys: readonly string[]) {
      await db.delete(quotas).where(inArray(quotas.key, [...keys]));
    },
  };
}

const usesOf = (row: typeof quotas.$inferSelect | undefined) =>
  (row?.usedAt ?? []).map((time, i) => ({ usedAt: time.getTime(), count: row?.counts?.[i] ?? 1 }));

/** When the use was that has `position - 1` newer ones. */
function timeOfUse(newestFirst: ReturnType<typeof usesOf>, position: number): number {
  let newer = 0;
  return newestFirst.find(({ count }) => (newer += count) >= position)?.usedAt ?? -Infinity;
}

/** A statement that deletes the uses until this time, under a condition. It writes only the rows that have some. */
export const deletingOlderUses = (db: Sql, keys: SQL, until: SQL, condition: SQL) =>
  db
    .update(quotas)
    .set(columnsOf(usesSince(until)))
    .where(and(condition, sql`${quotas.key} = ${keys} and (select min(t) from unnest(${quotas.usedAt}) t) <= ${until}`))
    .returning({ key: quotas.key });
