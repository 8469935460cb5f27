import { type SQL, type WithSubquery, and, eq, inArray, sql } from 'drizzle-orm';
import { seconds } from '@foyer/contract/time';
import type { Clock } from '../../platform/clock.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { Sql } from '../../database/database.ts';
import { quotas } from '../schema/schema.ts';
import { sqlTime } from '../schema/timestamp.ts';
import { statement } from '../statement.ts';

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
const usesSince = (since: SQL) => sql`array(select t from unnest(${quotas.usedAt}) t where t > ${since})`;

/** Parts of `consuming`: one use now, and the time until which no limit counts uses any more. */
export const oneUse = sql`array[${timeOf('usedAt')}]`;
export const countedSince = timeOf('countedSince');

interface Consumption {
  /** Gives one row if a use is wanted. */
  from: SQL | WithSubquery;
  /** `oneUse`, or an empty array where the limits are checked and nothing is consumed. */
  uses: SQL;
  /** Uses until this time are deleted. */
  deletedUntil: SQL;
}

/** A statement that checks a quota and consumes a use of it. It returns nothing where a limit is reached. */
export const consuming = (db: Sql, { from, uses, deletedUntil }: Consumption) =>
  db
    .insert(quotas)
    .select(
      db
        .select({
          key: sql<string>`${value('quotaKey')}`.as('key'),
          usedAt: sql<Date[]>`${uses}`.as('used_at'),
          expiresAt: sql<Date>`${timeOf('quotaExpiresAt')}`.as('expires_at'),
        })
        .from(from),
    )
    .onConflictDoUpdate({
      target: quotas.key,
      set: { usedAt: sql`${usesSince(deletedUntil)} || excluded.used_at`, expiresAt: sql`excluded.expires_at` },
      setWhere: sql`not exists (
        select 1 from unnest(${value('maxUses')}::int[], ${value('windowStarts')}::timestamptz[]) l(max_uses, since)
        where cardinality(${usesSince(sql`l.since`)}) >= l.max_uses
      )`,
    })
    .returning({ key: quotas.key });

/** The values of the placeholders of `consuming`. */
export function quotaValues({ key, limits }: Quota, now: number) {
  const longest = Math.max(...limits.map(({ window }) => window));
  const text = (milliseconds: number) => new Date(milliseconds).toISOString();
  return {
    quotaKey: key,
    usedAt: text(now),
    quotaExpiresAt: text(now + longest),
    countedSince: text(now - longest),
    maxUses: limits.map(({ max }) => max),
    windowStarts: limits.map(({ window }) => text(now - window)),
  };
}

const consumingOne = statement((db) =>
  consuming(db, { from: sql`(select 1) one`, uses: oneUse, deletedUntil: countedSince }).prepare('consume_quota'),
);

/** Sliding-window limits shared by all nodes. One statement checks and consumes, so concurrent requests gain nothing. */
export function quotaStore(db: Sql, clock: Clock, metrics?: Pick<Metrics, 'limitHit'>) {
  /** Two uses may have the same time: one of them is taken back. */
  async function refund(keys: readonly string[], usedAt: number, window?: number) {
    if (keys.length === 0) return;
    const position = sql`array_position(${quotas.usedAt}, ${sqlTime(usedAt)})`;
    const since = window === undefined ? sql`'-infinity'::timestamptz` : sqlTime(clock.now() - window);
    const kept = sql`select t from unnest(${quotas.usedAt}) with ordinality u(t, i) where t > ${since} and i is distinct from ${position} order by i`;
    // Locked in the order of their keys, so that two refunds of the same quotas cannot deadlock.
    const locked = db
      .select({ key: quotas.key })
      .from(quotas)
      .where(inArray(quotas.key, [...keys]))
      .orderBy(quotas.key)
      .for('update');
    await db
      .update(quotas)
      .set({ usedAt: sql`array(${kept})` })
      .where(inArray(quotas.key, locked));
  }

  /** The limit that takes longest to allow another use, and how long; not above 0 where one is allowed. */
  function longestWait({ limits }: Quota, usedAt: readonly Date[], now: number) {
    const newestFirst = usedAt.map((used) => used.getTime()).sort((a, b) => b - a);
    return limits
      .map((one) => ({ limit: one, wait: (newestFirst[one.max - 1] ?? -Infinity) + one.window - now }))
      .reduce((longest, other) => (other.wait > longest.wait ? other : longest));
  }

  /** Counts the refusal. */
  async function refuse(quota: Quota, now = clock.now()): Promise<Refusal> {
    if (quota.name) metrics?.limitHit(quota.name);
    const [row] = await db.select().from(quotas).where(eq(quotas.key, quota.key));
    const { limit, wait } = longestWait(quota, row?.usedAt ?? [], now);
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
        return longestWait(quota, row?.usedAt ?? [], now).wait;
      });
      const longest = Math.max(0, ...waits);
      return longest > 0 ? new Date(now + longest) : undefined;
    },

    /** Consumes one use of each quota, or of none. */
    async consume(wanted: readonly Quota[]): Promise<ConsumeResult> {
      const now = clock.now();
      const consumed: string[] = [];
      for (const quota of wanted) {
        const [use] = await consumingOne(db).execute(quotaValues(quota, now));
        if (!use) {
          await refund(consumed, now);
          return refuse(quota, now);
        }
        consumed.push(use.key);
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

/** A statement that deletes the uses until this time, under a condition. It writes only the rows that have some. */
export const deletingOlderUses = (db: Sql, keys: SQL, until: SQL, condition: SQL) =>
  db
    .update(quotas)
    .set({ usedAt: sql`array(select t from unnest(${quotas.usedAt}) t where t > ${until})` })
    .where(and(condition, sql`${quotas.key} = ${keys} and (select min(t) from unnest(${quotas.usedAt}) t) <= ${until}`))
    .returning({ key: quotas.key });
