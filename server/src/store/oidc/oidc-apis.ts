import { asc, eq } from 'drizzle-orm';
import type { Sql } from '../../database/database.ts';
import { oidcApis } from '../schema/oidc-schema.ts';

export type OidcApi = typeof oidcApis.$inferSelect;

/** The APIs that access tokens are made for. */
export const oidcApiStore = (db: Sql) => ({
  async find(audience: string): Promise<OidcApi | undefined> {
    // PostgreSQL refuses a NUL in a text.
    if (audience.includes('\0')) return undefined;
    const [api] = await db.select().from(oidcApis).where(eq(oidcApis.audience, audience));
    return api;
  },

  all: () => db.select().from(oidcApis).orderBy(asc(oidcApis.audience)),

  async put({ audience, ...api }: OidcApi) {
    const { createdAt: _, ...changed } = api;
    await db
      .insert(oidcApis)
      .values({ audience, ...api })
      .onConflictDoUpdate({ target: oidcApis.audience, set: changed });
  },

  remove: (audience: string) => db.delete(oidcApis).where(eq(oidcApis.audience, audience)),
});
