import { type SQLWrapper, and, eq, gt, inArray, isNull, lte, sql } from 'drizzle-orm';
import type { Clock } from '../platform/clock.ts';
import type { Sql } from '../database/database.ts';
import { replay, pendingSignIn } from '../platform/service-limits.ts';
import { type Asking, handleHash, saidHash } from './codes.ts';
import type { Scan } from './scans.ts';
import { accessCodes } from './schema/company-schema.ts';
import { codes, pendingSignIns, scans, sessions } from './schema/schema.ts';

interface Click {
  contextId: string;
  browser: string | undefined;
  app: Scan['app'];
}

/** What a proof has led to while its answer may have been lost on the way. */
export function replayableResultStore(db: Sql, clock: Clock, secret: string) {
  /** Used up by this browser a moment ago; for just this, where it matters what was said. */
  const spentLately = ({ serviceId, browser, bizTypes }: Asking, said: string | undefined) =>
    and(
      eq(codes.handleHash, handleHash(serviceId)),
      eq(codes.browser, browser ?? ''),
      inArray(codes.bizType, [...bizTypes]),
      gt(codes.spentAt, new Date(clock.now() - replay.within)),
      said === undefined ? undefined : eq(codes.spentOn, saidHash(secret, serviceId, said)),
    );

  const clickedLately = ({ contextId, browser, app }: Click) =>
    and(
      eq(scans.contextHash, handleHash(contextId)),
      eq(scans.browser, browser ?? ''),
      eq(scans.contextFor, 'oneClick'),
      eq(scans.app, app),
      gt(scans.usedAt, new Date(clock.now() - replay.within)),
    );

  async function takeBackOf(proof: SQLWrapper): Promise<string | undefined> {
    const before = new Date(clock.now() - replay.after);
    const [session] = await db
      .delete(sessions)
      .where(and(inArray(sessions.proof, proof), lte(sessions.createdAt, before)))
      .returning({ account: sessions.account });
    if (session) return session.account;
    const [held] = await db
      .delete(pendingSignIns)
      .where(
        and(
          inArray(pendingSignIns.proof, proof),
          isNull(pendingSignIns.usedAt),
          lte(pendingSignIns.expiresAt, new Date(before.getTime() + pendingSignIn.livesFor)),
        ),
      )
      .returning({ account: pendingSignIns.account });
    return held?.account;
  }

  return {
    /** Whether just this was done with it: then the answer is the same, and nothing is done again. */
    async hasDone(asking: Asking, said: string): Promise<boolean> {
      const [done] = await db
        .select({ one: sql`1` })
        .from(codes)
        .where(spentLately(asking, said));
      return done !== undefined;
    },

    /** What this browser was let go on with a moment ago, by the hash of its handle; undefined without any. */
    async passedLately(hash: string, browser: string | undefined) {
      const [passed] = await db
        .select({ account: pendingSignIns.account })
        .from(pendingSignIns)
        .where(
          and(
            eq(pendingSignIns.handleHash, hash),
            eq(pendingSignIns.waitsFor, 'identityCheck'),
            eq(pendingSignIns.browser, browser ?? ''),
            gt(pendingSignIns.usedAt, new Date(clock.now() - replay.within)),
          ),
        );
      return passed;
    },

    /**
     * Takes back what this browser was given for the proof a moment ago, so that it can be given anew: one session in the
     * end, and of many who ask together one. Undefined once it was left, signed out of, or gone on from.
     */
    takeBack: (asking: Asking, said?: string) =>
      takeBackOf(db.select({ hash: codes.handleHash }).from(codes).where(spentLately(asking, said))),

    /** The same for one click. */
    takeBackClick: (click: Click) =>
      takeBackOf(db.select({ hash: scans.contextHash }).from(scans).where(clickedLately(click))),

    /** The same for an access code that the caller has found to be this browser's. */
    takeBackReturn: (accessCode: string) =>
      takeBackOf(
        db
          .select({ hash: accessCodes.codeHash })
          .from(accessCodes)
          .where(eq(accessCodes.codeHash, handleHash(accessCode))),
      ),

    /** What was scanned for it. */
    async scanOf(click: Click): Promise<Scan | undefined> {
      const [scan] = await db.select().from(scans).where(clickedLately(click));
      return scan;
    },
  };
}
