import { and, arrayContains, asc, eq } from 'drizzle-orm';
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

    /** Undefined also where two companies have it: neither has proven that it owns all of it. */
    async findByMailDomain(domain: string): Promise<Company | undefined> {
      const found = await db
        .select()
        .from(companies)
        .where(and(companies.enabled, arrayContains(companies.mailDomains, [domain])))
        .limit(2);
      return found.length === 1 ? found[0] : undefined;
    },

    /** How people know it; undefined where it has been removed meanwhile. */
    async nameOf(slug: string): Promise<string | undefined> {
      const [company] = await db
        .select({ name: companies.displayName })
        .from(companies)
        .where(eq(companies.slug, slug));
      return company && (company.name ?? slug);
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
