import { and, asc, eq, sql } from 'drizzle-orm';
import type { Sql } from '../../database/database.ts';
import type { Clock } from '../../platform/clock.ts';
import { oidcClients, oidcPermissions } from '../schema/oidc-schema.ts';

/** The name of an attribute among the scopes of a permission. No scope has a space in it. */
export const attributePermission = ({ name }: { name: string }) => `attribute ${name}`;

/** What people allow the applications of others. */
export function oidcPermissionStore(db: Sql, clock: Clock) {
  const isPermission = (account: string, client: string) =>
    and(eq(oidcPermissions.account, account), eq(oidcPermissions.client, client));

  return {
    /** The scopes that the person has allowed. */
    async scopesOf(account: string, client: string): Promise<string[]> {
      const [found] = await db.select().from(oidcPermissions).where(isPermission(account, client));
      return found?.scopes ?? [];
    },

    /** Adds to what was allowed before. */
    async allow(account: string, client: string, scopes: string[]) {
      const allowedAt = new Date(clock.now());
      const both = sql`array(select distinct unnest(${oidcPermissions.scopes} || excluded.scopes))`;
      await db
        .insert(oidcPermissions)
        .values({ account, client, scopes, allowedAt })
        .onConflictDoUpdate({
          target: [oidcPermissions.account, oidcPermissions.client],
          set: { scopes: both, allowedAt },
        });
    },

    listByAccount: (account: string) =>
      db
        .select({
          id: oidcClients.id,
          name: oidcClients.name,
          names: oidcClients.names,
          since: oidcPermissions.allowedAt,
        })
        .from(oidcPermissions)
        .innerJoin(oidcClients, eq(oidcClients.id, oidcPermissions.client))
        .where(eq(oidcPermissions.account, account))
        .orderBy(asc(oidcClients.name)),

    /** False when nothing was allowed. */
    async end(account: string, client: string): Promise<boolean> {
      const ended = await db
        .delete(oidcPermissions)
        .where(isPermission(account, client))
        .returning({ client: oidcPermissions.client });
      return ended.length > 0;
    },
  };
}
