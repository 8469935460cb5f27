import { secondFactor } from '@foyer/contract/limits';
import { and, eq, gt } from 'drizzle-orm';
import type { Random } from '../platform/random.ts';
import type { Clock } from '../platform/clock.ts';
import type { Sql } from '../database/database.ts';
import { sha256 } from '../platform/sha256.ts';
import { trustedBrowsers } from './schema/browser-schema.ts';

interface Browser {
  browserId: string;
  /** The trust token in its cookie, for this account or another. */
  token: string | undefined;
}

export function trustedBrowserStore(db: Sql, clock: Clock, random: Random) {
  return {
    async isTrusted(account: string, { browserId, token }: Browser): Promise<boolean> {
      if (!token) return false;
      const found = await db
        .select({ since: trustedBrowsers.since })
        .from(trustedBrowsers)
        .where(
          and(
            eq(trustedBrowsers.tokenHash, sha256(token)),
            eq(trustedBrowsers.account, account),
            eq(trustedBrowsers.browserId, browserId),
            gt(trustedBrowsers.expiresAt, new Date(clock.now())),
          ),
        );
      return found.length > 0;
    },

    /** Returns the new token. The other accounts that trust this browser move to the new token too. */
    async trust(account: string, { browserId, token }: Browser): Promise<string> {
      const newToken = random.token();
      const tokenHash = sha256(newToken);
      const since = new Date(clock.now());
      const expiresAt = new Date(since.getTime() + secondFactor.trustBrowserFor);
      await db.transaction(async (tx) => {
        if (token)
          await tx
            .update(trustedBrowsers)
            .set({ tokenHash })
            .where(and(eq(trustedBrowsers.tokenHash, sha256(token)), eq(trustedBrowsers.browserId, browserId)));
        await tx
          .insert(trustedBrowsers)
          .values({ tokenHash, account, browserId, since, expiresAt })
          .onConflictDoUpdate({
            target: [trustedBrowsers.tokenHash, trustedBrowsers.account],
            set: { since, expiresAt },
          });
      });
      return newToken;
    },

    async endAll(account: string) {
      await db.delete(trustedBrowsers).where(eq(trustedBrowsers.account, account));
    },
  };
}
