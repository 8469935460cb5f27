import { type SQL, and, asc, count, eq, exists, gte, inArray, lte, min, or, sql } from 'drizzle-orm';
import type { Sql } from '../database/database.ts';
import type { Clock } from '../platform/clock.ts';
import { sandboxEntries } from './schema/sandbox-schema.ts';
import { accounts, identities } from './schema/schema.ts';

type Kind = (typeof sandboxEntries.$inferSelect)['kind'];

/** Whether the sandbox has ever filled this database, and was not removed since. */
export async function isFilledBySandbox(db: Sql): Promise<boolean> {
  const [entry] = await db.select({ kind: sandboxEntries.kind }).from(sandboxEntries).limit(1);
  return entry !== undefined;
}

/** What the sandbox has put into the database. */
export function sandboxEntryStore(db: Sql, clock: Clock) {
  const named = (kind: Kind) =>
    db.select({ name: sandboxEntries.name }).from(sandboxEntries).where(eq(sandboxEntries.kind, kind));
  /** A person who registers with a contact of the sandbox gets the code there; a person who had it before is another one. */
  const registeredWithContact: SQL = exists(
    db
      .select({ found: sql`1` })
      .from(sandboxEntries)
      .where(
        and(
          eq(sandboxEntries.kind, 'contact'),
          or(eq(sandboxEntries.name, accounts.mobile), eq(sandboxEntries.name, accounts.email)),
          lte(sandboxEntries.since, accounts.createdAt),
        ),
      ),
  );

  return {
    /** Comes before what is added, so that no moment is without it. */
    async add(kind: Kind, ...names: string[]) {
      const since = new Date(clock.now());
      const entries = names.map((name) => ({ kind, name, since }));
      if (entries.length > 0) await db.insert(sandboxEntries).values(entries).onConflictDoNothing();
    },

    async names(kind: Kind): Promise<string[]> {
      return (await named(kind).orderBy(asc(sandboxEntries.name))).map(({ name }) => name);
    },

    /** The accounts of the sandbox's people, also under another contact. */
    people: () =>
      db
        .select()
        .from(accounts)
        .where(or(inArray(accounts.ouid, named('account')), registeredWithContact))
        .orderBy(asc(accounts.createdAt), asc(accounts.mobile), asc(accounts.email)),

    /** How many accounts there are, and how many of them were created since the sandbox came. */
    async countAccounts(): Promise<{ all: number; since: number }> {
      const first = db.select({ since: min(sandboxEntries.since) }).from(sandboxEntries);
      const [counted] = await db
        .select({
          all: count(),
          since: sql<number>`${count()} filter (where ${gte(accounts.createdAt, first)})`.mapWith(Number),
        })
        .from(accounts);
      return counted!;
    },

    /** Also those that are linked to other people's accounts. */
    async unlinkIdentities() {
      await db.delete(identities).where(inArray(identities.provider, named('provider')));
    },

    /** The last step: from then on the service starts without the sandbox. */
    async forget() {
      await db.delete(sandboxEntries);
    },
  };
}
