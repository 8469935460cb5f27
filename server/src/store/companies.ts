import { asc, eq } from 'drizzle-orm';
import type { Sql } from '../database/database.ts';
import { companies } from './schema/company-schema.ts';

export type Company = typeof companies.$inferSelect;

export function companyStore(db: Sql) {
  return {
    /** Undefined also for a disabled company. */
    async find(slug: string): Promise<Company | undefined> {
      const [company] = await db.select().from(companies).where(eq(companies.slug, slug));
      return company?.enabled ? company : undefined;
    },

    all: () => db.select().from(companies).orderBy(asc(companies.slug)),

    /** Updates an existing company; the identities of its people stay linked. */
    async put(company: typeof companies.$inferInsert) {
      const { slug: _, createdAt: __, ...changed } = company;
      await db.insert(companies).values(company).onConflictDoUpdate({ target: companies.slug, set: changed });
    },

    /** False when there is no such company. */
    async remove(slug: string): Promise<boolean> {
      const removed = await db.delete(companies).where(eq(companies.slug, slug)).returning({ slug: companies.slug });
      return removed.length > 0;
    },
  };
}
