import { wrongPasswords } from '@foyer/contract/limits';
import { minutes } from '@foyer/contract/time';
import { and, eq, gt, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { Limits } from '../config/config.ts';
import type { Clock } from '../platform/clock.ts';
import type { Sql } from '../database/database.ts';
import { sha256 } from '../platform/sha256.ts';
import { attempts } from './schema/schema.ts';
import { sqlTime } from './schema/timestamp.ts';

export type AttemptResult =
  | { is: 'allowed'; attemptsLeft: number }
  | { is: 'delayed' | 'locked' | 'ipLimited'; wait: number };

interface Names {
  ouid: string;
  mobile: string | null;
  email: string | null;
}

/**
 * Password attempts, counted before the password is compared: one statement counts an attempt and decides whether it is
 * allowed, so concurrent requests gain no further attempt. A right password takes its attempt back.
 */
export function passwordAttemptStore(db: Sql, clock: Clock, limits: Limits['wrongPasswords']) {
  const blockedFor = (count: number) =>
    count >= limits.lockAfter ? limits.lockFor : (limits.delays[count - 1] ?? limits.delays.at(-1) ?? 0);

  async function countPair(key: string, now: number): Promise<number | undefined> {
    const next = sql`(case when ${attempts.expiresAt} <= ${sqlTime(now)} then 1 else ${attempts.count} + 1 end)`;
    const delays = Array.from(
      { length: limits.lockAfter - 1 },
      (_, i) => sql`when ${i + 1}::int then ${sqlTime(now + blockedFor(i + 1))}`,
    );
    const blockedUntil: SQL =
      delays.length > 0
        ? sql`case ${next} ${sql.join(delays, sql` `)} else ${sqlTime(now + limits.lockFor)} end`
        : sqlTime(now + limits.lockFor);
    const expiresAt = new Date(now + limits.lockFor);
    const [counted] = await db
      .insert(attempts)
      .values({ key, count: 1, blockedUntil: new Date(now + blockedFor(1)), expiresAt })
      .onConflictDoUpdate({
        target: attempts.key,
        set: { count: next, blockedUntil, expiresAt },
        setWhere: sql`${attempts.blockedUntil} <= ${sqlTime(now)}`,
      })
      .returning({ count: attempts.count });
    return counted?.count;
  }

  async function countIp(key: string, now: number): Promise<boolean> {
    const expired = sql`${attempts.expiresAt} <= ${sqlTime(now)}`;
    const until = new Date(now + minutes(1));
    const counted = await db
      .insert(attempts)
      .values({ key, count: 1, blockedUntil: until, expiresAt: until })
      .onConflictDoUpdate({
        target: attempts.key,
        set: {
          count: sql`case when ${expired} then 1 else ${attempts.count} + 1 end`,
          blockedUntil: sql`case when ${expired} then ${sqlTime(now + minutes(1))} else ${attempts.blockedUntil} end`,
          expiresAt: sql`case when ${expired} then ${sqlTime(now + minutes(1))} else ${attempts.expiresAt} end`,
        },
        setWhere: sql`${expired} or ${attempts.count} < ${limits.perIpPerMinute}`,
      })
      .returning({ count: attempts.count });
    return counted.length > 0;
  }

  async function read(key: string, now: number) {
    const [row] = await db.select().from(attempts).where(eq(attempts.key, key));
    return { count: row?.count ?? 0, wait: Math.max(1, (row?.blockedUntil.getTime() ?? now) - now) };
  }

  return {
    /** Counts an attempt for this account name from this client IP. */
    async count(principal: string, clientIp: string): Promise<AttemptResult> {
      const now = clock.now();
      const ip = ipKey(clientIp);
      if (!(await countIp(ip, now))) return { is: 'ipLimited', wait: (await read(ip, now)).wait };
      const pair = pairKey(principal, clientIp);
      const count = await countPair(pair, now);
      if (count !== undefined) return { is: 'allowed', attemptsLeft: Math.max(0, limits.lockAfter - count) };
      const counter = await read(pair, now);
      return { is: counter.count >= limits.lockAfter ? 'locked' : 'delayed', wait: counter.wait };
    },

    /**
     * Counts the same attempt for the account, whether its mobile number or its e-mail address was used. False once the
     * account has used up its attempts from this client IP.
     */
    async countForAccount(account: string, clientIp: string): Promise<boolean> {
      const now = clock.now();
      const expired = sql`${attempts.expiresAt} <= ${sqlTime(now)}`;
      const expiresAt = new Date(now + limits.lockFor);
      const counted = await db
        .insert(attempts)
        .values({ key: accountKey(account, clientIp), count: 1, blockedUntil: new Date(now), expiresAt })
        .onConflictDoUpdate({
          target: attempts.key,
          set: { count: sql`case when ${expired} then 1 else ${attempts.count} + 1 end`, expiresAt },
          setWhere: sql`${expired} or ${attempts.count} < ${limits.lockAfter}`,
        })
        .returning({ count: attempts.count });
      return counted.length > 0;
    },

    /** The wrong passwords for the account name from any client IP. */
    async failures(principal: string): Promise<number> {
      const [row] = await db
        .select()
        .from(attempts)
        .where(and(eq(attempts.key, failuresKey(principal)), gt(attempts.expiresAt, new Date(clock.now()))));
      return row?.count ?? 0;
    },

    /**
     * Counts the attempt for the account name, from any client IP, as a wrong one: a right one takes it back. False when
     * `max` have been counted, so that concurrent requests gain nothing.
     */
    async countFailure(principal: string, max = Infinity): Promise<boolean> {
      const now = clock.now();
      const expiresAt = new Date(now + wrongPasswords.countedFor);
      const expired = sql`${attempts.expiresAt} <= ${sqlTime(now)}`;
      const counted = await db
        .insert(attempts)
        .values({ key: failuresKey(principal), count: 1, blockedUntil: new Date(now), expiresAt })
        .onConflictDoUpdate({
          target: attempts.key,
          set: { count: sql`case when ${expired} then 1 else ${attempts.count} + 1 end`, expiresAt },
          setWhere: sql`${expired} or ${attempts.count} < ${Math.min(max, maxCount)}`,
        })
        .returning({ count: attempts.count });
      return counted.length > 0;
    },

    /**
     * Resets the counters of the account after a right password, and gives the client IP its attempt back. Returns how many
     * passwords were wrong before, from any client IP.
     */
    async recordSuccess(principal: string, account: string, clientIp: string): Promise<number> {
      const reset = db.$with('reset').as(
        db
          .delete(attempts)
          .where(inArray(attempts.key, [pairKey(principal, clientIp), accountKey(account, clientIp)]))
          .returning({ key: attempts.key }),
      );
      const failures = db.$with('failures').as(
        db
          .delete(attempts)
          .where(eq(attempts.key, failuresKey(principal)))
          .returning({ count: attempts.count, expiresAt: attempts.expiresAt }),
      );
      const [row] = await db
        .with(reset, failures)
        .update(attempts)
        .set({ count: sql`greatest(${attempts.count} - 1, 0)` })
        .where(eq(attempts.key, ipKey(clientIp)))
        .returning({
          failures: sql<number | null>`(select "count" from failures where "expires_at" > ${sqlTime(clock.now())})`,
        });
      // This attempt was counted as well.
      return Math.max(0, (row?.failures ?? 0) - 1);
    },

    /** Forgets the wrong passwords for these account names, from any client IP. A lock of one client IP stays. */
    async forgetFailures(principals: readonly string[]) {
      await db.delete(attempts).where(inArray(attempts.key, principals.map(failuresKey)));
    },

    /** Ends the locks and delays of these account names and of the account, at every client IP. */
    async endLocks(principals: readonly string[], account: string | undefined) {
      const beginnings = [...principals.map(pairsOf), ...(account === undefined ? [] : [pairsOf(account)])];
      if (beginnings.length === 0) return;
      // Reads the whole table, which holds the attempts of a day: only an operator asks for this.
      await db.delete(attempts).where(or(...beginnings.map((one) => sql`starts_with(${attempts.key}, ${one})`)));
    },

    /** Resets the counters of an account whose password has been changed. */
    async clear({ ouid, mobile, email }: Names, clientIp: string) {
      const keys = [mobile, email].flatMap((principal) => [
        pairKey(principal ?? '', clientIp),
        failuresKey(principal ?? ''),
      ]);
      await db.delete(attempts).where(inArray(attempts.key, [...keys, accountKey(ouid, clientIp)]));
    },
  };
}

/** The largest number that the column can hold. */
const maxCount = 2 ** 31 - 1;

/** The beginning of all keys of one account name or account, by which they are found without the client IP. */
const pairsOf = (name: string) => `${sha256('attempts of', name).slice(0, 22)}.`;
const pairKey = (principal: string, clientIp: string) =>
  pairsOf(principal) + sha256('password of principal', principal, clientIp);
const accountKey = (account: string, clientIp: string) => pairsOf(account) + sha256('account', account, clientIp);
const ipKey = (clientIp: string) => sha256('passwords per IP', clientIp);
export const failuresKey = (principal: string) => sha256('failures', principal);
