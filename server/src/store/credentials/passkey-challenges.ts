import { passkey as limits } from '@foyer/contract/limits';
import { and, eq, gt, inArray, isNull } from 'drizzle-orm';
import type { Random } from '../../platform/random.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Sql } from '../../database/database.ts';
import { sha256 } from '../../platform/sha256.ts';
import { passkeyChallenges, type passkeyPurposes } from '../schema/passkey-schema.ts';

export type PasskeyPurpose = (typeof passkeyPurposes)[number];

export function passkeyChallengeStore(db: Sql, clock: Clock, random: Random) {
  return {
    /** Returns the challenge, in base64url. It is valid for this purpose, in this browser and for this account, if any. */
    async create(purpose: PasskeyPurpose, browserId: string, account: string | null = null): Promise<string> {
      const challenge = random.token();
      const expiresAt = new Date(clock.now() + limits.challengeLifetime);
      await db
        .insert(passkeyChallenges)
        .values({ challengeHash: sha256(challenge), browserId, purpose, account, expiresAt });
      return challenge;
    },

    /** Works once: of several concurrent requests one gets the challenge. Undefined for all others. */
    async use(challenge: string, purposes: readonly PasskeyPurpose[], browserId: string | undefined) {
      if (browserId === undefined) return undefined;
      const now = new Date(clock.now());
      const [used] = await db
        .update(passkeyChallenges)
        .set({ usedAt: now })
        .where(
          and(
            eq(passkeyChallenges.challengeHash, sha256(challenge)),
            inArray(passkeyChallenges.purpose, [...purposes]),
            eq(passkeyChallenges.browserId, browserId),
            isNull(passkeyChallenges.usedAt),
            gt(passkeyChallenges.expiresAt, now),
          ),
        )
        .returning({ account: passkeyChallenges.account, purpose: passkeyChallenges.purpose });
      return used;
    },
  };
}
