import { and, eq, gt, isNotNull, isNull } from 'drizzle-orm';
import type { Chance } from '../platform/random.ts';
import type { Clock } from '../platform/clock.ts';
import type { Sql } from '../database/database.ts';
import { heldSignIn } from '../platform/service-limits.ts';
import { handleHash } from './codes.ts';
import type { Subject } from './identities.ts';
import { heldSignIns } from './schema/schema.ts';
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

export function heldSignInStore(db: Sql, clock: Clock, chance: Chance) {
  const waiting = (hash: string, waitsFor: WaitsFor, browser: string) =>
    and(
      eq(heldSignIns.handleHash, hash),
      eq(heldSignIns.waitsFor, waitsFor),
      eq(heldSignIns.browser, browser),
      isNull(heldSignIns.usedAt),
      gt(heldSignIns.expiresAt, new Date(clock.now())),
    );

  return {
    /** Gives back the handle that alone goes on from here, in this browser alone. */
    async hold({ link, ...holding }: Holding): Promise<string> {
      const handle = chance.token();
      const expiresAt = new Date(clock.now() + heldSignIn.livesFor);
      const linking = { linkProvider: link?.provider ?? null, linkSubject: link?.subject ?? null };
      await db.insert(heldSignIns).values({ ...holding, ...linking, handleHash: handleHash(handle), expiresAt });
      return handle;
    },

    /** What is held behind the hash of a handle; it stays so. */
    async find(hash: string, waitsFor: WaitsFor, browser: string | undefined) {
      if (browser === undefined) return undefined;
      const [found] = await db
        .select()
        .from(heldSignIns)
        .where(waiting(hash, waitsFor, browser));
      return found;
    },

    /** What was held, once. */
    async release(hash: string, waitsFor: WaitsFor, browser: string | undefined, tx: Sql = db) {
      if (browser === undefined) return undefined;
      const [released] = await tx
        .update(heldSignIns)
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
        .from(heldSignIns)
        .where(
          and(
            eq(heldSignIns.handleHash, hash),
            eq(heldSignIns.waitsFor, waitsFor),
            eq(heldSignIns.browser, browser),
            isNotNull(heldSignIns.usedAt),
          ),
        );
      return found;
    },

    async endAll(account: string, tx: Sql = db) {
      await tx.delete(heldSignIns).where(eq(heldSignIns.account, account));
    },
  };
}

/** The identity that a held sign-in is to be joined with. */
export const linkOf = ({ linkProvider, linkSubject }: typeof heldSignIns.$inferSelect): Subject | undefined =>
  linkProvider !== null && linkSubject !== null ? { provider: linkProvider, subject: linkSubject } : undefined;
