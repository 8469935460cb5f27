import { and, asc, eq } from 'drizzle-orm';
import type { Sql } from '../../database/database.ts';
import { accountRoles } from '../schema/oidc-schema.ts';

/** What a person is at one application. */
export type AccountRoles = Omit<typeof accountRoles.$inferSelect, 'account'>;

/** The roles and groups of people, by application. Only operators set them. */
export function accountRoleStore(db: Sql) {
  const isAt = (account: string, client: string) =>
    and(eq(accountRoles.account, account), eq(accountRoles.client, client));

  return {
    /** At this application alone: it learns nothing of others. */
    async find(account: string, client: string): Promise<AccountRoles> {
      const [found] = await db.select().from(accountRoles).where(isAt(account, client));
      return { client, roles: found?.roles ?? [], groups: found?.groups ?? [] };
    },

    listByAccount: (account: string): Promise<AccountRoles[]> =>
      db
        .select({ client: accountRoles.client, roles: accountRoles.roles, groups: accountRoles.groups })
        .from(accountRoles)
        .where(eq(accountRoles.account, account))
        .orderBy(asc(accountRoles.client)),

    async put(account: string, { client, roles, groups }: AccountRoles) {
      if (roles.length + groups.length === 0) return db.delete(accountRoles).where(isAt(account, client));
      return db
        .insert(accountRoles)
        .values({ account, client, roles, groups })
        .onConflictDoUpdate({ target: [accountRoles.account, accountRoles.client], set: { roles, groups } });
    },
  };
}
