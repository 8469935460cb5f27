import { sql } from 'drizzle-orm';
import type { Clock } from '../../platform/clock.ts';
import type { Sql } from '../../database/database.ts';
import { sha256 } from '../../platform/sha256.ts';
import type { ExternalIdentity } from '../accounts/identities.ts';
import { verifiedMobiles } from '../schema/verified-mobile-schema.ts';

export function verifiedMobileStore(db: Sql, clock: Clock) {
  return {
    /** False when another person sent this encrypted number before; the first person may send it again. */
    async claim(payload: string, subjects: readonly ExternalIdentity[]): Promise<boolean> {
      const subjectHashes = subjects.map(({ provider, subject }) => sha256(provider, subject));
      const lastUsedAt = new Date(clock.now());
      const claimed = await db
        .insert(verifiedMobiles)
        .values({ payloadHash: sha256(payload), subjectHashes, lastUsedAt })
        .onConflictDoUpdate({
          target: verifiedMobiles.payloadHash,
          set: { lastUsedAt },
          setWhere: sql`${verifiedMobiles.subjectHashes} && excluded.subject_hashes`,
        })
        .returning({ payloadHash: verifiedMobiles.payloadHash });
      return claimed.length > 0;
    },
  };
}
