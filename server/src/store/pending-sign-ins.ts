import { and, eq, gt, isNotNull, isNull } from 'drizzle-orm';
import type { Random } from '../platform/random.ts';
import type { Clock } from '../platform/clock.ts';
import type { Sql } from '../database/database.ts';
import { pendingSignIn } from '../platform/service-limits.ts';
import { handleHash } from './codes.ts';
import type { Subject } from './identities.ts';
import { pendingSignIns } from './schema/schema.ts';
import type { SignInMethod } from '@foyer/contract/sign-in-methods';

type WaitsFor = 'secondFactor' | 'identityCheck';

interface Holding {
  account: string;
  waitsFor: WaitsFor;
  way: SignInMethod;
  factors: string[];
  browser: string;
  target: string;
  proof: string | undefined;
  /** Joined with the account when the sign-in is released and whole. */
  link?: Subject | undefined;
}

export function pendingSignInStore(db: Sql, clock: Clock, chance: Random) {
  const waiting = (hash: string, waitsFor: WaitsFor, browser: string) =>
    and(
      eq(pendingSignIns.handleHash, hash),
      eq(pendingSignIns.waitsFor, waitsFor),
      eq(pendingSignIns.browser, browser),
      isNull(pendingSignIns.usedAt),
      gt(pendingSignIns.expiresAt, new Date(clock.now())),
    );

  return {
    /** Gives back the handle that alone goes on from here, in this browser alone. */
    async hold({ link, ...holding }: Holding): Promise<string> {
      const handle = chance.token();
      const expiresAt = new Date(clock.now() + pendingSignIn.livesFor);
      const linking = { linkProvider: link?.provider ?? null, linkSubject: link?.subject ?? null };
      await db.insert(pendingSignIns).values({ ...holding, ...linking, handleHash: handleHash(handle), expiresAt });
      return handle;
    },

    /** What is held behind the hash of a handle; it stays so. */
    async find(hash: string, waitsFor: WaitsFor, browser: string | undefined) {
      if (browser === undefined) return undefined;
      const [found] = await db
        .select()
        .from(pendingSignIns)
        .where(waiting(hash, waitsFor, browser));
      return found;
    },

    /** What was held, once. */
    async release(hash: string, waitsFor: WaitsFor, browser: string | undefined, tx: Sql = db) {
      if (browser === undefined) return undefined;
      const [released] = await tx
        .update(pendingSignIns)
        .set({ usedAt: new Date(clock.now()) })
        .where(waiting(hash, waitsFor, browser))
        .returning();
      return released;
    },

    /** What was held behind the hash and released before, for an answer that was lost. */
    async findReleased(hash: string, waitsFor: WaitsFor, browser: string | undefined, tx: Sql = db) {
      if (browser === undefined) return undefined;
      const [found] = await tx
        .select()
        .from(pendingSignIns)
        .where(
          and(
            eq(pendingSignIns.handleHash, hash),
            eq(pendingSignIns.waitsFor, waitsFor),
            eq(pendingSignIns.browser, browser),
            isNotNull(pendingSignIns.usedAt),
          ),
        );
      return found;
    },

    async endAll(account: string, tx: Sql = db) {
      await tx.delete(pendingSignIns).where(eq(pendingSignIns.account, account));
    },
  };
}

/** The identity that a held sign-in is to be joined with. */
export const linkOf = ({ linkProvider, linkSubject }: typeof pendingSignIns.$inferSelect): Subject | undefined =>
  linkProvider !== null && linkSubject !== null ? { provider: linkProvider, subject: linkSubject } : undefined;
