import { and, eq } from 'drizzle-orm';
import type { Sql } from '../database/database.ts';
import { consents } from './schema/schema.ts';

type Consent = typeof consents.$inferInsert;

export function consentStore(db: Sql) {
  return {
    async has(account: string, version: string): Promise<boolean> {
      const found = await db
        .select({ version: consents.version })
        .from(consents)
        .where(and(eq(consents.account, account), eq(consents.version, version)));
      return found.length > 0;
    },

    /** Who agreed already keeps the time and language of the first time. */
    async add(consent: Consent, tx: Sql = db) {
      await tx.insert(consents).values(consent).onConflictDoNothing();
    },
  };
}
