import { createHash } from 'node:crypto';
import { secondFactor } from '@foyer/contract/limits';
import { and, eq, gt } from 'drizzle-orm';
import type { Random } from '../platform/random.ts';
import type { Clock } from '../platform/clock.ts';
import type { Sql } from '../database/database.ts';
import { trustedBrowsers } from './schema/browser-schema.ts';

interface Browser {
  /** The hash of its name. */
  name: string;
  /** What it kept when it was trusted before, with this account or another. */
  token: string | undefined;
}

/** Only this is stored, as with sessions. */
const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

export function trustedBrowserStore(db: Sql, clock: Clock, chance: Random) {
  return {
    async trusts(account: string, { name, token }: Browser): Promise<boolean> {
      if (!token) return false;
      const found = await db
        .select({ since: trustedBrowsers.since })
        .from(trustedBrowsers)
        .where(
          and(
            eq(trustedBrowsers.tokenHash, hashOf(token)),
            eq(trustedBrowsers.account, account),
            eq(trustedBrowsers.browser, name),
            gt(trustedBrowsers.expiresAt, new Date(clock.now())),
          ),
        );
      return found.length > 0;
    },

    /** Gives back the token to keep. Whoever else trusts this browser does so by the new one. */
    async trust(account: string, { name, token }: Browser): Promise<string> {
      const next = chance.token();
      const tokenHash = hashOf(next);
      const since = new Date(clock.now());
      const expiresAt = new Date(since.getTime() + secondFactor.trustBrowserFor);
      await db.transaction(async (tx) => {
        if (token)
          await tx
            .update(trustedBrowsers)
            .set({ tokenHash })
            .where(and(eq(trustedBrowsers.tokenHash, hashOf(token)), eq(trustedBrowsers.browser, name)));
        await tx
          .insert(trustedBrowsers)
          .values({ tokenHash, account, browser: name, since, expiresAt })
          .onConflictDoUpdate({
            target: [trustedBrowsers.tokenHash, trustedBrowsers.account],
            set: { since, expiresAt },
          });
      });
      return next;
    },

    async endAll(account: string, tx: Sql = db) {
      await tx.delete(trustedBrowsers).where(eq(trustedBrowsers.account, account));
    },
  };
}
