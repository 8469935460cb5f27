import { minutes } from '@foyer/contract/time';
import { and, asc, eq, exists, gt, gte, isNotNull, isNull, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Sql } from '../../database/database.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Random } from '../../platform/random.ts';
import { hmacSha256, sha256 } from '../../platform/sha256.ts';
import { importedPasswords, plainPasswordRequests } from '../schema/import-schema.ts';
import { accounts } from '../schema/schema.ts';
import { sqlTime } from '../schema/timestamp.ts';

/** How long the page may take to send the password itself, once it was asked to. */
const plainPassword = { lifetime: minutes(1) } as const;

/** One password that was sent for one account name. */
export interface SentPassword {
  principal: string;
  clientIp: string;
  /** The SHA-256 of the password. */
  credentials: string;
}

/** What the count of an attempt has decided about it. */
export interface CountedAttempt {
  attemptsLeft: number;
  mayPass: boolean;
}

export function importedPasswordStore(db: Sql, clock: Clock, random: Random, secret: string) {
  const isValid = () => gt(importedPasswords.expiresAt, new Date(clock.now()));
  const handleHashOf = (handle: string, { principal, clientIp, credentials }: SentPassword) =>
    sha256(handle, principal, clientIp, credentials);

  return {
    /**
     * A handle with which a counted attempt goes on with the password itself; undefined when no imported password is left
     * in the whole database.
     */
    async requestPlain(sent: SentPassword, { attemptsLeft, mayPass }: CountedAttempt): Promise<string | undefined> {
      const handle = random.token();
      const now = clock.now();
      const isOpen = exists(
        db
          .select({ one: sql`1` })
          .from(importedPasswords)
          .where(and(isNotNull(importedPasswords.hash), isValid())),
      );
      const requested = await db
        .insert(plainPasswordRequests)
        .select(
          sql`select ${handleHashOf(handle, sent)}, ${attemptsLeft}::int, ${mayPass}::boolean, ${sqlTime(now + plainPassword.lifetime)} where ${isOpen}`,
        )
        .returning({ handleHash: plainPasswordRequests.handleHash });
      return requested.length > 0 ? handle : undefined;
    },

    /** Works once, for the same password. */
    async usePlainRequest(handle: string, sent: SentPassword): Promise<CountedAttempt | undefined> {
      const [used] = await db
        .delete(plainPasswordRequests)
        .where(
          and(
            eq(plainPasswordRequests.handleHash, handleHashOf(handle, sent)),
            gt(plainPasswordRequests.expiresAt, new Date(clock.now())),
          ),
        )
        .returning();
      return used;
    },

    /**
     * The hash of the account, and the one to compare the password with: for any other account name it is a dummy, always
     * the same one, with the parameters of an imported hash. Both queries always run, so that the time reveals nothing.
     */
    async find(account: string | undefined, principal: string) {
      const [own] = await db
        .select({ hash: importedPasswords.hash, dummy: importedPasswords.dummy })
        .from(importedPasswords)
        .where(and(eq(importedPasswords.account, account ?? ''), isValid()));
      // The ids of accounts are random, so each imported hash stands for about as many names as the others.
      const key = hmacSha256(secret, 'imported password', principal);
      const from = (round: number, ...conditions: ReturnType<typeof gte>[]) =>
        db
          .select({ dummy: importedPasswords.dummy, round: sql<number>`${round}::int`.as('round') })
          .from(importedPasswords)
          .where(and(isValid(), ...conditions))
          .orderBy(asc(importedPasswords.account))
          .limit(1);
      const [other] = await unionAll(from(1, gte(importedPasswords.account, key)), from(2))
        .orderBy(sql`round`)
        .limit(1);
      return { hash: own?.hash ?? undefined, compareWith: own?.hash ?? own?.dummy ?? other?.dummy };
    },

    /** Whether the account has one that was not replaced yet. */
    async has(account: string): Promise<boolean> {
      const found = await db
        .select({ one: sql`1` })
        .from(importedPasswords)
        .where(and(eq(importedPasswords.account, account), isNotNull(importedPasswords.hash), isValid()));
      return found.length > 0;
    },

    /** Replaces the imported hash by one of ours. False when the password was set in another way meanwhile. */
    async replace(account: string, importedHash: string, passwordHash: string): Promise<boolean> {
      const isUnchanged = exists(
        db
          .select({ one: sql`1` })
          .from(importedPasswords)
          .where(and(eq(importedPasswords.account, account), eq(importedPasswords.hash, importedHash))),
      );
      const replaced = await db
        .update(accounts)
        .set({ passwordHash })
        .where(and(eq(accounts.ouid, account), isNull(accounts.passwordHash), isUnchanged))
        .returning({ ouid: accounts.ouid });
      return replaced.length > 0;
    },
  };
}
