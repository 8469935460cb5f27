import { humanCheck as limits } from '@foyer/contract/limits';
import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Random } from '../../platform/random.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Sql } from '../../database/database.ts';
import { sha256 } from '../../platform/sha256.ts';
import { humanChecks } from '../schema/human-check-schema.ts';

export function humanCheckStore(db: Sql, clock: Clock, random: Random) {
  return {
    /** Issues a token for a solved puzzle, in the form of its purpose; undefined when the puzzle was submitted before. */
    async issueToken(puzzle: string, browserId: string, form = (token: string) => token): Promise<string | undefined> {
      const token = form(random.token());
      const expiresAt = new Date(clock.now() + limits.lifetime);
      const issued = await db
        .insert(humanChecks)
        .values({ puzzle, tokenHash: sha256(token), browserId, expiresAt })
        .onConflictDoNothing()
        .returning({ puzzle: humanChecks.puzzle });
      return issued.length > 0 ? token : undefined;
    },

    /** A token works once, in the browser it was issued to. */
    async useToken(token: string, browserId: string | undefined): Promise<'used' | 'expired' | 'unknown'> {
      const now = new Date(clock.now());
      const matches = and(
        eq(humanChecks.tokenHash, sha256(token)),
        eq(humanChecks.browserId, browserId ?? ''),
        isNull(humanChecks.usedAt),
      );
      const used = await db
        .update(humanChecks)
        .set({ usedAt: now })
        .where(and(matches, gt(humanChecks.expiresAt, now)))
        .returning({ puzzle: humanChecks.puzzle });
      if (used.length > 0) return 'used';
      const [expired] = await db.select({ puzzle: humanChecks.puzzle }).from(humanChecks).where(matches);
      return expired ? 'expired' : 'unknown';
    },
  };
}
