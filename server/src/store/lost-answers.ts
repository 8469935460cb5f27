import { and, eq, gt, inArray, isNull, lte } from 'drizzle-orm';
import type { Clock } from '../platform/clock.ts';
import type { Sql } from '../platform/database.ts';
import { askedAgain, heldSignIn } from '../platform/service-limits.ts';
import { type Asking, handleHash } from './codes.ts';
import { codes, heldSignIns, sessions } from './schema.ts';

/** What a proof has led to while its answer may have been lost on the way. */
export function lostAnswerStore(db: Sql, clock: Clock) {
  return {
    /**
     * Takes back what this browser was given for the proof a moment ago, so that it can be given anew: one session in the
     * end, and of many who ask together one. Undefined once it was left, signed out of, or gone on from.
     */
    async takeBack({ serviceId, browser }: Asking): Promise<string | undefined> {
      const now = clock.now();
      const before = new Date(now - askedAgain.after);
      const proof = db
        .select({ hash: codes.handleHash })
        .from(codes)
        .where(
          and(
            eq(codes.handleHash, handleHash(serviceId)),
            eq(codes.browser, browser ?? ''),
            gt(codes.spentAt, new Date(now - askedAgain.within)),
          ),
        );
      const [session] = await db
        .delete(sessions)
        .where(and(inArray(sessions.proof, proof), lte(sessions.createdAt, before)))
        .returning({ account: sessions.account });
      if (session) return session.account;
      const [held] = await db
        .delete(heldSignIns)
        .where(
          and(
            inArray(heldSignIns.proof, proof),
            isNull(heldSignIns.usedAt),
            lte(heldSignIns.expiresAt, new Date(before.getTime() + heldSignIn.livesFor)),
          ),
        )
        .returning({ account: heldSignIns.account });
      return held?.account;
    },
  };
}
