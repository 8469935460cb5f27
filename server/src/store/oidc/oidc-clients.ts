import type { Language } from '@foyer/contract/language';
import { asc, eq, sql } from 'drizzle-orm';
import type { Sql } from '../../database/database.ts';
import { oidcClients } from '../schema/oidc-schema.ts';

export type OidcClient = typeof oidcClients.$inferSelect;

/** The name of an application that a person reads in this language. */
export const clientNameIn = (language: Language, { name, names }: Pick<OidcClient, 'name' | 'names'>): string =>
  names?.[language] ?? name;

/** The applications that sign people in here. */
export function oidcClientStore(db: Sql) {
  const byId = db
    .select()
    .from(oidcClients)
    .where(eq(oidcClients.id, sql.placeholder('id')))
    .prepare('oidc_client_by_id');

  return {
    async find(id: string): Promise<OidcClient | undefined> {
      // PostgreSQL refuses a NUL in a text, so no client has one in its id.
      if (id.includes('\0')) return undefined;
      const [client] = await byId.execute({ id });
      return client;
    },

    all: () => db.select().from(oidcClients).orderBy(asc(oidcClients.id)),

    async put(client: OidcClient) {
      const { id: _, createdAt: __, ...changed } = client;
      await db.insert(oidcClients).values(client).onConflictDoUpdate({ target: oidcClients.id, set: changed });
    },

    /** The secret until now is valid until `previousUntil`. */
    async rotateSecret(id: string, secretHash: string, previousUntil: Date) {
      await db
        .update(oidcClients)
        .set({ secretHash, previousSecretHash: oidcClients.secretHash, previousSecretUntil: previousUntil })
        .where(eq(oidcClients.id, id));
    },

    /** False when there is no such client. */
    async remove(id: string): Promise<boolean> {
      const removed = await db.delete(oidcClients).where(eq(oidcClients.id, id)).returning({ id: oidcClients.id });
      return removed.length > 0;
    },
  };
}
