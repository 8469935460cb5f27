import { agreementVersion as version } from '@foyer/contract/agreement-version';
import { and, desc, eq, ne } from 'drizzle-orm';
import type { Clock } from '../../platform/clock.ts';
import type { Sql } from '../../database/database.ts';
import { agreements } from '../schema/schema.ts';

/** Which account has accepted which version of the agreement; those who ask mean the version in force. */
export function agreementStore(db: Sql, clock: Clock) {
  return {
    async has(account: string): Promise<boolean> {
      const found = await db
        .select({ version: agreements.version })
        .from(agreements)
        .where(and(eq(agreements.account, account), eq(agreements.version, version)));
      return found.length > 0;
    },

    async hasEarlier(account: string): Promise<boolean> {
      const found = await db
        .select({ version: agreements.version })
        .from(agreements)
        .where(and(eq(agreements.account, account), ne(agreements.version, version)))
        .limit(1);
      return found.length > 0;
    },

    async listByAccount(account: string) {
      return db.select().from(agreements).where(eq(agreements.account, account)).orderBy(desc(agreements.agreedAt));
    },

    /** An earlier agreement to the same version keeps its time and language; then the result is false. */
    async add(account: string, language: string): Promise<boolean> {
      const agreedAt = new Date(clock.now());
      const added = await db
        .insert(agreements)
        .values({ account, version, language, agreedAt })
        .onConflictDoNothing()
        .returning({ version: agreements.version });
      return added.length > 0;
    },
  };
}
