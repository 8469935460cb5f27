import { sql } from 'drizzle-orm';
import type { Clock } from '../platform/clock.ts';
import type { Sql } from '../database/database.ts';
import { handleHash } from './codes.ts';
import type { Scan } from './scans.ts';
import { verifiedMobiles } from './schema/schema.ts';
import { keyOf } from './password-attempts.ts';

export function verifiedMobileStore(db: Sql, clock: Clock) {
  return {
    /** Whether nobody else brought it before: the first has it from then on, as often as they come. */
    async isTheirs(seal: string, people: Scan['subjects']): Promise<boolean> {
      const broughtBy = (people ?? []).map(({ provider, subject }) => keyOf(provider, subject));
      const broughtAt = new Date(clock.now());
      const theirs = await db
        .insert(verifiedMobiles)
        .values({ sealHash: handleHash(seal), broughtBy, broughtAt })
        .onConflictDoUpdate({
          target: verifiedMobiles.sealHash,
          set: { broughtAt },
          setWhere: sql`${verifiedMobiles.broughtBy} && excluded.brought_by`,
        })
        .returning({ sealHash: verifiedMobiles.sealHash });
      return theirs.length > 0;
    },
  };
}
