import { createHash } from 'node:crypto';
import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Chance } from '../platform/chance.ts';
import type { Clock } from '../platform/clock.ts';
import type { Sql } from '../platform/database.ts';
import { heldSignIn } from '../platform/service-limits.ts';
import { heldSignIns } from './schema.ts';
import type { Way } from './sessions.ts';

interface Holding {
  account: string;
  waitsFor: 'secondFactor' | 'identityCheck';
  way: Way;
  target: string;
}

const hashOf = (handle: string) => createHash('sha256').update(handle).digest('base64url');

export function heldSignInStore(db: Sql, clock: Clock, chance: Chance) {
  return {
    /** Gives back the handle that alone goes on from here. */
    async hold(holding: Holding): Promise<string> {
      const handle = chance.token();
      const expiresAt = new Date(clock.now() + heldSignIn.livesFor);
      await db.insert(heldSignIns).values({ ...holding, handleHash: hashOf(handle), expiresAt });
      return handle;
    },

    /** What was held, once. */
    async release(handle: string, waitsFor: Holding['waitsFor']) {
      const now = new Date(clock.now());
      const [released] = await db
        .update(heldSignIns)
        .set({ usedAt: now })
        .where(
          and(
            eq(heldSignIns.handleHash, hashOf(handle)),
            eq(heldSignIns.waitsFor, waitsFor),
            isNull(heldSignIns.usedAt),
            gt(heldSignIns.expiresAt, now),
          ),
        )
        .returning();
      return released;
    },
  };
}
