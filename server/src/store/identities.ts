import { and, asc, eq } from 'drizzle-orm';
import type { Sql } from '../platform/database.ts';
import { identities } from './schema.ts';

export function identityStore(db: Sql) {
  return {
    ofAccount: (account: string) =>
      db.select().from(identities).where(eq(identities.account, account)).orderBy(asc(identities.since)),

    /** False when it is not one of the account's. */
    async unlink(account: string, id: string): Promise<boolean> {
      const unlinked = await db
        .delete(identities)
        .where(and(eq(identities.id, id), eq(identities.account, account)))
        .returning({ id: identities.id });
      return unlinked.length > 0;
    },
  };
}
