import { type ScanApp, scanApps } from '@foyer/contract/pages/page-config';
import { and, asc, eq, inArray, or, sql } from 'drizzle-orm';
import type { Sql } from '../database/database.ts';
import { identities } from './schema/schema.ts';

/** Who somebody is elsewhere. */
export interface Subject {
  provider: string;
  subject: string;
}

/** `wechat.openid.wx1` is one of the names that WeChat has for somebody; a person sees and unlinks the app. */
const appIn = (provider: string) => scanApps.find((app) => app === provider.split('.')[0]);
const appInSql = sql<string>`split_part(${identities.provider}, '.', 1)`;

export function identityStore(db: Sql) {
  async function find(subjects: readonly Subject[]): Promise<{ account: string; isWhole: boolean } | undefined> {
    const named = subjects.map((one) =>
      and(eq(identities.provider, one.provider), eq(identities.subject, one.subject)),
    );
    const found = await db
      .select()
      .from(identities)
      .where(or(...named));
    for (const { provider, subject } of subjects) {
      const row = found.find((one) => one.provider === provider && one.subject === subject);
      if (row) return { account: row.account, isWhole: found.length === subjects.length };
    }
    return undefined;
  }

  return {
    /**
     * Whose account it is, by any of the names that a provider has for the person; the first that is known counts. Not
     * whole where the provider has one more name for them than we knew.
     */
    find,

    /** False when the person is somebody else's already. */
    async link(account: string, links: readonly (Subject & { id: string })[], since: Date): Promise<boolean> {
      await db
        .insert(identities)
        .values(links.map((link) => ({ ...link, account, since })))
        .onConflictDoNothing();
      return (await find(links))?.account === account;
    },

    /** Whether somebody else of this app is linked to the account. */
    async hasOther(account: string, app: ScanApp, subjects: readonly Subject[]): Promise<boolean> {
      const linked = await db
        .select()
        .from(identities)
        .where(and(eq(identities.account, account), eq(appInSql, app)));
      const isSame = subjects.some((one) =>
        linked.some(({ provider, subject }) => provider === one.provider && subject === one.subject),
      );
      return linked.length > 0 && !isSame;
    },

    /** One entry for each app, however many names it has for the person. */
    async ofAccount(account: string) {
      const rows = await db
        .select()
        .from(identities)
        .where(eq(identities.account, account))
        .orderBy(asc(identities.since), asc(identities.id));
      const shown = rows.map(({ id, provider, since }) => ({ id, since, provider: appIn(provider) ?? provider }));
      return shown.filter(({ provider }, i) => shown.findIndex((other) => other.provider === provider) === i);
    },

    /** An app goes as a whole. False when it is not one of the account's. */
    async unlink(account: string, id: string): Promise<boolean> {
      const named = db
        .select({ app: appInSql })
        .from(identities)
        .where(and(eq(identities.id, id), eq(identities.account, account)));
      const sameApp = and(inArray(appInSql, [...scanApps]), inArray(appInSql, named));
      const unlinked = await db
        .delete(identities)
        .where(and(eq(identities.account, account), or(eq(identities.id, id), sameApp)))
        .returning({ id: identities.id });
      return unlinked.length > 0;
    },
  };
}
