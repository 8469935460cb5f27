import { wrongPasswords } from '@foyer/contract/limits';
import { minutes } from '@foyer/contract/time';
import { type SQL, type WithSubquery, and, eq, gt, gte, inArray, or, sql } from 'drizzle-orm';
import type { Limits } from '../../config/config.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Sql } from '../../database/database.ts';
import { sha256 } from '../../platform/sha256.ts';
import { attempts } from '../schema/schema.ts';
import { statement } from '../statement.ts';

export type AttemptResult =
  /**
   * `attemptsLeft` counts those under this account name. `isAccountWithinLimit` is false when the account has used up its
   * attempts from this client IP under both names together.
   */
  | { is: 'allowed'; attemptsLeft: number; isAccountWithinLimit: boolean }
  | { is: 'delayed' | 'locked' | 'ipLimited' | 'tooManyFailures'; wait: number };

interface Attempt {
  principal: string;
  account: string;
  clientIp: string;
  maxFailures?: number | undefined;
}

interface Names {
  ouid: string;
  mobile: string | null;
  email: string | null;
}

const value = sql.placeholder;
const now = sql`${value('now')}::timestamptz`;
const after = (milliseconds: number) => sql`${now} + ${milliseconds} * interval '1 millisecond'`;
const isExpired = sql`${attempts.expiresAt} <= ${now}`;
const nextCount = sql`(case when ${isExpired} then 1 else ${attempts.count} + 1 end)`;
const countIn = (part: WithSubquery) => sql<number | null>`(select "count" from ${part})`;

/** The row of a counter that counts for the first time. */
const firstOf = (key: string, blockedUntil: SQL, expiresAt: SQL) => ({
  key: sql<string>`${value(key)}`.as('key'),
  count: sql<number>`1`.as('count'),
  blockedUntil: sql<Date>`${blockedUntil}`.as('blocked_until'),
  expiresAt: sql<Date>`${expiresAt}`.as('expires_at'),
});

/**
 * Password attempts, counted before the password is compared: one statement counts an attempt and decides whether it is
 * allowed, so concurrent requests gain no further attempt. A right password takes its attempt back.
 */
export function passwordAttemptStore(db: Sql, clock: Clock, limits: Limits['wrongPasswords']) {
  const blockedFor = (count: number) =>
    count >= limits.lockAfter ? limits.lockFor : (limits.delays[count - 1] ?? limits.delays.at(-1) ?? 0);

  /**
   * One statement counts the attempt four times: for the client IP, for the account name from this client IP, for the account
   * name from anywhere, and for the account from this client IP. Where one of them refuses, the later ones do not count.
   */
  const counting = statement((on) => {
    const blockedUntil = sql`case ${nextCount} ${sql.join(
      Array.from({ length: limits.lockAfter - 1 }, (_, i) => sql`when ${i + 1}::int then ${after(blockedFor(i + 1))}`),
      sql` `,
    )} else ${after(limits.lockFor)} end`;
    const ip = on.$with('ip').as(
      on
        .insert(attempts)
        .values({ key: value('ipKey'), count: 1, blockedUntil: after(minutes(1)), expiresAt: after(minutes(1)) })
        .onConflictDoUpdate({
          target: attempts.key,
          set: {
            count: nextCount,
            blockedUntil: sql`case when ${isExpired} then excluded.blocked_until else ${attempts.blockedUntil} end`,
            expiresAt: sql`case when ${isExpired} then excluded.expires_at else ${attempts.expiresAt} end`,
          },
          setWhere: sql`${isExpired} or ${attempts.count} < ${limits.perIpPerMinute}`,
        })
        .returning({ count: attempts.count }),
    );
    const pair = on.$with('pair').as(
      on
        .insert(attempts)
        .select(on.select(firstOf('pairKey', after(blockedFor(1)), after(limits.lockFor))).from(ip))
        .onConflictDoUpdate({
          target: attempts.key,
          set: {
            count: nextCount,
            blockedUntil: limits.lockAfter > 1 ? blockedUntil : after(limits.lockFor),
            expiresAt: sql`excluded.expires_at`,
          },
          setWhere: sql`${attempts.blockedUntil} <= ${now}`,
        })
        .returning({ count: attempts.count }),
    );
    const failures = on.$with('failures').as(
      on
        .insert(attempts)
        .select(on.select(firstOf('failuresKey', now, after(wrongPasswords.countedFor))).from(pair))
        .onConflictDoUpdate({
          target: attempts.key,
          set: { count: nextCount, expiresAt: sql`excluded.expires_at` },
          setWhere: sql`${isExpired} or ${attempts.count} < ${value('maxFailures')}`,
        })
        .returning({ count: attempts.count }),
    );
    const account = on.$with('account').as(
      on
        .insert(attempts)
        .select(on.select(firstOf('accountKey', now, after(limits.lockFor))).from(failures))
        .onConflictDoUpdate({
          target: attempts.key,
          set: { count: nextCount, expiresAt: sql`excluded.expires_at` },
          setWhere: sql`${isExpired} or ${attempts.count} < ${limits.lockAfter}`,
        })
        .returning({ count: attempts.count }),
    );
    const counted = { ip: countIn(ip), pair: countIn(pair), failures: countIn(failures), account: countIn(account) };
    return on
      .with(ip, pair, failures, account)
      .select(counted)
      .from(sql`(select 1) one`)
      .prepare('count_password_attempt');
  });

  async function read(key: string, time: number) {
    const [row] = await db.select().from(attempts).where(eq(attempts.key, key));
    return { count: row?.count ?? 0, wait: Math.max(1, (row?.blockedUntil.getTime() ?? time) - time) };
  }

  return {
    /**
     * Counts an attempt before it is compared. It counts as a wrong one: a right one takes it back. `account` is the account,
     * or the account name if it has none. With `maxFailures` wrong ones from anywhere, no further one is allowed.
     */
    async count({ principal, account, clientIp, maxFailures = Infinity }: Attempt): Promise<AttemptResult> {
      const time = clock.now();
      const pair = pairKey(principal, clientIp);
      const ip = ipKey(clientIp);
      const [counted] = await counting(db).execute({
        now: new Date(time).toISOString(),
        ipKey: ip,
        pairKey: pair,
        failuresKey: failuresKey(principal),
        accountKey: accountKey(account, clientIp),
        maxFailures: Math.min(maxFailures, maxCount),
      });
      if (counted?.ip == null) return { is: 'ipLimited', wait: (await read(ip, time)).wait };
      if (counted.pair === null) {
        const { count, wait } = await read(pair, time);
        return { is: count >= limits.lockAfter ? 'locked' : 'delayed', wait };
      }
      if (counted.failures === null) return { is: 'tooManyFailures', wait: wrongPasswords.countedFor };
      const attemptsLeft = Math.max(0, limits.lockAfter - counted.pair);
      return { is: 'allowed', attemptsLeft, isAccountWithinLimit: counted.account !== null };
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
     * Resets the counters of the account after a right password, and gives the client IP its attempt back. Returns how many
     * passwords were wrong before, from any client IP.
     */
    async recordSuccess(principal: string, account: string, clientIp: string): Promise<number> {
      const [row] = await recordingSuccess(db).execute({
        now: new Date(clock.now()).toISOString(),
        ipKey: ipKey(clientIp),
        failuresKey: failuresKey(principal),
        keys: [pairKey(principal, clientIp), accountKey(account, clientIp)],
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
      const prefixes = [...principals.map(keyPrefixOf), ...(account === undefined ? [] : [keyPrefixOf(account)])];
      if (prefixes.length === 0) return;
      // Reads the whole table, which holds the attempts of a day: only an operator asks for this.
      await db.delete(attempts).where(or(...prefixes.map((one) => sql`starts_with(${attempts.key}, ${one})`)));
    },

    /** Until when the account names and the account are locked, at each client IP where they are. Counts nothing. */
    async lockedUntil(principals: readonly string[], account: string): Promise<Date[]> {
      const prefixes = [...principals, account].map(keyPrefixOf);
      // Reads the whole table, as `endLocks` does.
      const rows = await db
        .select({ until: attempts.expiresAt })
        .from(attempts)
        .where(
          and(
            or(...prefixes.map((one) => sql`starts_with(${attempts.key}, ${one})`)),
            gte(attempts.count, limits.lockAfter),
            gt(attempts.expiresAt, new Date(clock.now())),
          ),
        );
      return rows.map(({ until }) => until);
    },

    /** Until when browsers that are not known need a code in place of a password, after many wrong ones. */
    async codeNeededUntil(principals: readonly string[]): Promise<Date[]> {
      const rows = await db
        .select({ until: attempts.expiresAt })
        .from(attempts)
        .where(
          and(
            inArray(attempts.key, principals.map(failuresKey)),
            gte(attempts.count, limits.beforeCode),
            gt(attempts.expiresAt, new Date(clock.now())),
          ),
        );
      return rows.map(({ until }) => until);
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

const recordingSuccess = statement((db) => {
  const ip = db.$with('ip').as(
    db
      .update(attempts)
      .set({ count: sql`greatest(${attempts.count} - 1, 0)` })
      .where(eq(attempts.key, value('ipKey')))
      .returning({ count: attempts.count }),
  );
  // The counter of the client IP comes first, as when an attempt is counted: in another order, two requests could wait for
  // each other.
  const isAfterIp = sql`(select count(*) from ip) is not null`;
  const failures = db.$with('failures').as(
    db
      .delete(attempts)
      .where(and(eq(attempts.key, value('failuresKey')), isAfterIp))
      .returning({ count: attempts.count, expiresAt: attempts.expiresAt }),
  );
  const reset = db.$with('reset').as(
    db
      .delete(attempts)
      .where(and(sql`${attempts.key} = any(${value('keys')})`, isAfterIp))
      .returning({ key: attempts.key }),
  );
  return db
    .with(ip, failures, reset)
    .select({ failures: failures.count })
    .from(failures)
    .where(gt(failures.expiresAt, now))
    .prepare('record_right_password');
});

/** The largest number that the column can hold. */
const maxCount = 2 ** 31 - 1;

/** All keys of an account name or account begin with it, so that they are found without the client IP. */
const keyPrefixOf = (name: string) => `${sha256('attempts of', name).slice(0, 22)}.`;
const pairKey = (principal: string, clientIp: string) =>
  keyPrefixOf(principal) + sha256('password of principal', principal, clientIp);
const accountKey = (account: string, clientIp: string) => keyPrefixOf(account) + sha256('account', account, clientIp);
const ipKey = (clientIp: string) => sha256('passwords per IP', clientIp);
export const failuresKey = (principal: string) => sha256('failures', principal);
