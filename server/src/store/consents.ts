import { agreementVersion as version } from '@foyer/contract/agreement-version';
import { and, eq } from 'drizzle-orm';
import type { Clock } from '../platform/clock.ts';
import type { Sql } from '../database/database.ts';
import { consents } from './schema/schema.ts';

/** Consents to the version of the agreement in force. */
export function consentStore(db: Sql, clock: Clock) {
  return {
    async has(account: string): Promise<boolean> {
      const found = await db
        .select({ version: consents.version })
        .from(consents)
        .where(and(eq(consents.account, account), eq(consents.version, version)));
      return found.length > 0;
    },

    /** An earlier consent to the same version keeps its time and language. */
    async add(account: string, language: string) {
      const agreedAt = new Date(clock.now());
      await db.insert(consents).values({ account, version, language, agreedAt }).onConflictDoNothing();
    },
  };
}
