import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Random } from '../platform/random.ts';
import type { Clock } from '../platform/clock.ts';
import type { Sql } from '../database/database.ts';
import { handleHash } from './codes.ts';
import { humanChecks } from './schema/schema.ts';

export function humanCheckStore(db: Sql, clock: Clock, chance: Random, livesFor: number) {
  return {
    /** A pass for a solved puzzle; undefined when it was handed in before. */
    async pass(puzzle: string, browser: string): Promise<string | undefined> {
      const pass = chance.token();
      const expiresAt = new Date(clock.now() + livesFor);
      const given = await db
        .insert(humanChecks)
        .values({ puzzle, passHash: handleHash(pass), browser, expiresAt })
        .onConflictDoNothing()
        .returning({ puzzle: humanChecks.puzzle });
      return given.length > 0 ? pass : undefined;
    },

    /** Uses a pass up, once, in the browser it was given to. */
    async spend(pass: string, browser: string | undefined): Promise<'spent' | 'expired' | 'unknown'> {
      const now = new Date(clock.now());
      const mine = and(
        eq(humanChecks.passHash, handleHash(pass)),
        eq(humanChecks.browser, browser ?? ''),
        isNull(humanChecks.spentAt),
      );
      const spent = await db
        .update(humanChecks)
        .set({ spentAt: now })
        .where(and(mine, gt(humanChecks.expiresAt, now)))
        .returning({ puzzle: humanChecks.puzzle });
      if (spent.length > 0) return 'spent';
      const [late] = await db.select({ puzzle: humanChecks.puzzle }).from(humanChecks).where(mine);
      return late ? 'expired' : 'unknown';
    },
  };
}
