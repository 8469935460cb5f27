import { createHash } from 'node:crypto';
import { wrongPasswords } from '@foyer/contract/limits';
import { minutes } from '@foyer/contract/time';
import { eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Limits } from '../config/config.ts';
import type { Clock } from '../platform/clock.ts';
import type { Sql } from '../database/database.ts';
import { passwordAttempts } from './schema/schema.ts';

export type AttemptResult =
  | { at: 'counted'; left: number; keys: Keys }
  | { at: 'waiting' | 'locked' | 'tooManyFromHere'; for: number };

interface Keys {
  pair: string;
  address: string;
  failures: string;
}

interface Names {
  ouid: string;
  mobile: string | null;
  email: string | null;
}

/**
 * Wrong passwords, counted before they are looked at: one statement counts the try and says whether it may be made, so
 * two hundred at once get no more tries than two hundred in a row. What proves right is taken back.
 */
export function passwordAttemptStore(db: Sql, clock: Clock, limits: Limits['wrongPasswords']) {
  const closedFor = (count: number) =>
    count >= limits.lockAfter ? limits.lockFor : (limits.delays[count - 1] ?? limits.delays.at(-1) ?? 0);

  async function countPair(key: string, now: number): Promise<number | undefined> {
    const next = sql`(case when ${passwordAttempts.forgottenAt} <= ${at(now)} then 1 else ${passwordAttempts.count} + 1 end)`;
    const steps = Array.from(
      { length: limits.lockAfter - 1 },
      (_, i) => sql`when ${i + 1}::int then ${at(now + closedFor(i + 1))}`,
    );
    const closed: SQL =
      steps.length > 0
        ? sql`case ${next} ${sql.join(steps, sql` `)} else ${at(now + limits.lockFor)} end`
        : at(now + limits.lockFor);
    const forgottenAt = new Date(now + limits.lockFor);
    const [counted] = await db
      .insert(passwordAttempts)
      .values({ key, count: 1, closedUntil: new Date(now + closedFor(1)), forgottenAt })
      .onConflictDoUpdate({
        target: passwordAttempts.key,
        set: { count: next, closedUntil: closed, forgottenAt },
        setWhere: sql`${passwordAttempts.closedUntil} <= ${at(now)}`,
      })
      .returning({ count: passwordAttempts.count });
    return counted?.count;
  }

  async function countAddress(key: string, now: number): Promise<boolean> {
    const over = sql`${passwordAttempts.forgottenAt} <= ${at(now)}`;
    const until = new Date(now + minutes(1));
    const counted = await db
      .insert(passwordAttempts)
      .values({ key, count: 1, closedUntil: until, forgottenAt: until })
      .onConflictDoUpdate({
        target: passwordAttempts.key,
        set: {
          count: sql`case when ${over} then 1 else ${passwordAttempts.count} + 1 end`,
          closedUntil: sql`case when ${over} then ${at(now + minutes(1))} else ${passwordAttempts.closedUntil} end`,
          forgottenAt: sql`case when ${over} then ${at(now + minutes(1))} else ${passwordAttempts.forgottenAt} end`,
        },
        setWhere: sql`${over} or ${passwordAttempts.count} < ${limits.perIpPerMinute}`,
      })
      .returning({ count: passwordAttempts.count });
    return counted.length > 0;
  }

  async function standing(key: string, now: number) {
    const [row] = await db.select().from(passwordAttempts).where(eq(passwordAttempts.key, key));
    return { count: row?.count ?? 0, for: Math.max(1, (row?.closedUntil.getTime() ?? now) - now) };
  }

  return {
    /** Counts a try for this account, however it is spelled, from this address. */
    async count(principal: string, address: string): Promise<AttemptResult> {
      const now = clock.now();
      const keys = keysOf(principal, address);
      if (!(await countAddress(keys.address, now)))
        return { at: 'tooManyFromHere', for: (await standing(keys.address, now)).for };
      const count = await countPair(keys.pair, now);
      if (count !== undefined) return { at: 'counted', left: Math.max(0, limits.lockAfter - count), keys };
      const stands = await standing(keys.pair, now);
      return { at: stands.count >= limits.lockAfter ? 'locked' : 'waiting', for: stands.for };
    },

    /**
     * Counts the same try for whose it is, by whichever of their names. False once they have had as many from this address
     * as one name has: what is tried then is not right, whatever it is.
     */
    async countFor(account: string, address: string): Promise<boolean> {
      const now = clock.now();
      const over = sql`${passwordAttempts.forgottenAt} <= ${at(now)}`;
      const forgottenAt = new Date(now + limits.lockFor);
      const counted = await db
        .insert(passwordAttempts)
        .values({ key: wholeKey(account, address), count: 1, closedUntil: new Date(now), forgottenAt })
        .onConflictDoUpdate({
          target: passwordAttempts.key,
          set: { count: sql`case when ${over} then 1 else ${passwordAttempts.count} + 1 end`, forgottenAt },
          setWhere: sql`${over} or ${passwordAttempts.count} < ${limits.lockAfter}`,
        })
        .returning({ count: passwordAttempts.count });
      return counted.length > 0;
    },

    /** The password was wrong: remembered for the account, wherever it came from. */
    async remember({ failures }: Keys) {
      const now = clock.now();
      const forgottenAt = new Date(now + wrongPasswords.countedFor);
      await db
        .insert(passwordAttempts)
        .values({ key: failures, count: 1, closedUntil: new Date(now), forgottenAt })
        .onConflictDoUpdate({
          target: passwordAttempts.key,
          set: {
            count: sql`case when ${passwordAttempts.forgottenAt} <= ${at(now)} then 1 else ${passwordAttempts.count} + 1 end`,
            forgottenAt,
          },
        });
    },

    /**
     * The password was right: the account starts anew from here, and the address has one wrong try less. Gives back how
     * many were wrong before, from anywhere.
     */
    async takeBack({ pair, address, failures }: Keys, whole: string): Promise<number> {
      const cleared = db.$with('cleared').as(
        db
          .delete(passwordAttempts)
          .where(inArray(passwordAttempts.key, [pair, whole]))
          .returning({ key: passwordAttempts.key }),
      );
      const forgotten = db
        .$with('forgotten')
        .as(
          db
            .delete(passwordAttempts)
            .where(eq(passwordAttempts.key, failures))
            .returning({ count: passwordAttempts.count, forgottenAt: passwordAttempts.forgottenAt }),
        );
      const [taken] = await db
        .with(cleared, forgotten)
        .update(passwordAttempts)
        .set({ count: sql`greatest(${passwordAttempts.count} - 1, 0)` })
        .where(eq(passwordAttempts.key, address))
        .returning({
          before: sql<number | null>`(select "count" from forgotten where "forgotten_at" > ${at(clock.now())})`,
        });
      return taken?.before ?? 0;
    },

    /** The account has another password: whatever was tried before, it starts anew from this address. */
    async clear({ ouid, mobile, email }: Names, address: string, tx: Sql) {
      const keys = [mobile, email].flatMap((principal) => {
        const { pair, failures } = keysOf(principal ?? '', address);
        return [pair, failures];
      });
      await tx.delete(passwordAttempts).where(inArray(passwordAttempts.key, [...keys, wholeKey(ouid, address)]));
    },
  };
}

/** Of an account from one address, whatever it is called. */
export const wholeKey = (account: string, address: string) => keyOf('account', account, address);

const keysOf = (principal: string, address: string): Keys => ({
  pair: keyOf('password', principal, address),
  address: keyOf('passwords', address),
  failures: keyOf('failures', principal),
});

export const at = (time: number) => sql`${new Date(time).toISOString()}::timestamptz`;

/** What people type as an account is theirs even when we have no such account, so it is not kept as text. */
export const keyOf = (...parts: string[]) => createHash('sha256').update(parts.join('\n')).digest('base64url');
