import { agreementVersion as version } from '@foyer/contract/agreement-version';
import { and, desc, eq, ne } from 'drizzle-orm';
import type { Clock } from '../../platform/clock.ts';
import type { Sql } from '../../database/database.ts';
import { consents } from '../schema/schema.ts';

/** Consents to the agreement; those who ask mean the version in force. */
export function consentStore(db: Sql, clock: Clock) {
  return {
    async has(account: string): Promise<boolean> {
      const found = await db
        .select({ version: consents.version })
        .from(consents)
        .where(and(eq(consents.account, account), eq(consents.version, version)));
      return found.length > 0;
    },

    async hasEarlier(account: string): Promise<boolean> {
      const found = await db
        .select({ version: consents.version })
        .from(consents)
        .where(and(eq(consents.account, account), ne(consents.version, version)))
        .limit(1);
      return found.length > 0;
    },

    async listByAccount(account: string) {
      return db.select().from(consents).where(eq(consents.account, account)).orderBy(desc(consents.agreedAt));
    },

    /** An earlier consent to the same version keeps its time and language; then the result is false. */
    async add(account: string, language: string): Promise<boolean> {
      const agreedAt = new Date(clock.now());
      const added = await db
        .insert(consents)
        .values({ account, version, language, agreedAt })
        .onConflictDoNothing()
        .returning({ version: consents.version });
      return added.length > 0;
    },
  };
}
