import { secondFactor } from '@foyer/contract/limits';
import { and, desc, eq, gt } from 'drizzle-orm';
import type { Random } from '../../platform/random.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Sql } from '../../database/database.ts';
import { sha256 } from '../../platform/sha256.ts';
import { trustedBrowsers } from '../schema/browser-schema.ts';

interface Browser {
  browserId: string;
  /** The trust token in its cookie, for this account or another. */
  token: string | undefined;
}

interface TrustingBrowser extends Browser {
  device: string;
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

    /**
     * Returns the new token. The other accounts that trust this browser move to the new token too. An earlier trust of the
     * account in this browser ends, also one whose token was lost with the response.
     */
    async trust(account: string, { browserId, token, device }: TrustingBrowser): Promise<string> {
      const newToken = random.token();
      const tokenHash = sha256(newToken);
      const since = new Date(clock.now());
      const expiresAt = new Date(since.getTime() + secondFactor.trustBrowserFor);
      await db.transaction(async (tx) => {
        // First, because it locks the rows of every account: two accounts in one browser cannot deadlock.
        if (token)
          await tx
            .update(trustedBrowsers)
            .set({ tokenHash })
            .where(and(eq(trustedBrowsers.tokenHash, sha256(token)), eq(trustedBrowsers.browserId, browserId)));
        await tx
          .delete(trustedBrowsers)
          .where(and(eq(trustedBrowsers.account, account), eq(trustedBrowsers.browserId, browserId)));
        await tx.insert(trustedBrowsers).values({ tokenHash, account, browserId, device, since, expiresAt });
      });
      return newToken;
    },

    /** The browsers in which this account needs no second factor now, the newest first. */
    async listByAccount(
      account: string,
      { browserId, token }: { browserId?: string | undefined; token?: string | undefined },
    ) {
      const rows = await db
        .select()
        .from(trustedBrowsers)
        .where(and(eq(trustedBrowsers.account, account), gt(trustedBrowsers.expiresAt, new Date(clock.now()))))
        .orderBy(desc(trustedBrowsers.since));
      const tokenHash = token === undefined ? undefined : sha256(token);
      return rows.map(({ id, device, since, expiresAt, ...row }) => ({
        id,
        device,
        since,
        expiresAt,
        current: row.tokenHash === tokenHash && row.browserId === browserId,
      }));
    },

    /** False when the account trusts no such browser. */
    async forget(account: string, id: string): Promise<boolean> {
      const forgotten = await db
        .delete(trustedBrowsers)
        .where(and(eq(trustedBrowsers.account, account), eq(trustedBrowsers.id, id)))
        .returning({ id: trustedBrowsers.id });
      return forgotten.length > 0;
    },

    /** Ends the trust in a browser that is forgotten, whatever token it has. */
    async endIn(account: string, browserId: string) {
      await db
        .delete(trustedBrowsers)
        .where(and(eq(trustedBrowsers.account, account), eq(trustedBrowsers.browserId, browserId)));
    },

    async endAll(account: string) {
      await db.delete(trustedBrowsers).where(eq(trustedBrowsers.account, account));
    },
  };
}
