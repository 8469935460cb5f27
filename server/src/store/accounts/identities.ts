import { type ScanApp, scanApps } from '@foyer/contract/pages/page-config';
import { unlinkUndo } from '@foyer/contract/limits';
import { and, asc, eq, gt, inArray, or, sql } from 'drizzle-orm';
import type { Clock } from '../../platform/clock.ts';
import type { Random } from '../../platform/random.ts';
import type { Sql } from '../../database/database.ts';
import { identities, unlinkedIdentities } from '../schema/schema.ts';

type Identity = typeof identities.$inferSelect;
type NewFactor = NonNullable<(typeof unlinkedIdentities.$inferSelect)['newFactor']>;

/** A person's id at a provider. */
export interface ExternalIdentity {
  provider: string;
  subject: string;
}

/** An app has several ids for a person, such as one of each application; a person sees and unlinks the app as a whole. */
export const appOf = (provider: string) => scanApps.find((app) => app === provider.split('.')[0]);
/** The slug of the company of a provider such as `sso.acme`. */
export const companyOf = (provider: string) =>
  provider.startsWith('sso.') ? provider.slice('sso.'.length) : undefined;
const appInSql = sql<string>`split_part(${identities.provider}, '.', 1)`;

export function identityStore(db: Sql, clock: Clock, random: Random) {
  async function find(
    subjects: readonly ExternalIdentity[],
  ): Promise<{ account: string; isComplete: boolean } | undefined> {
    const anySubject = subjects.map((one) =>
      and(eq(identities.provider, one.provider), eq(identities.subject, one.subject)),
    );
    const found = await db
      .select()
      .from(identities)
      .where(or(...anySubject));
    for (const { provider, subject } of subjects) {
      const row = found.find((one) => one.provider === provider && one.subject === subject);
      if (row) return { account: row.account, isComplete: found.length === subjects.length };
    }
    return undefined;
  }

  return {
    /**
     * The account linked to any of these ids of one person; the first linked id decides. `isComplete` is false when some of
     * the ids are not linked yet.
     */
    find,

    /** False when an identity is linked to another account, or the account has another identity at the same company. */
    async link(account: string, subjects: readonly ExternalIdentity[]): Promise<boolean> {
      const since = new Date(clock.now());
      await db
        .insert(identities)
        .values(subjects.map(({ provider, subject }) => ({ id: random.token(16), provider, subject, account, since })))
        .onConflictDoNothing();
      return (await find(subjects))?.account === account;
    },

    /** Whether another identity of this app is linked to the account. */
    async hasOther(account: string, app: ScanApp, subjects: readonly ExternalIdentity[]): Promise<boolean> {
      const linked = await db
        .select()
        .from(identities)
        .where(and(eq(identities.account, account), eq(appInSql, app)));
      const isSame = subjects.some((one) =>
        linked.some(({ provider, subject }) => provider === one.provider && subject === one.subject),
      );
      return linked.length > 0 && !isSame;
    },

    /** One entry for each app, however many ids it has for the person. */
    async listByAccount(account: string) {
      const rows = await db
        .select()
        .from(identities)
        .where(eq(identities.account, account))
        .orderBy(asc(identities.since), asc(identities.id));
      const entries = rows.map(({ id, provider, since }) => ({ id, since, provider: appOf(provider) ?? provider }));
      return entries.filter(({ provider }, i) => entries.findIndex((other) => other.provider === provider) === i);
    },

    /** Unlinks all ids of the app that the given identity belongs to. Returns what it was, if it is the account's. */
    async unlink(account: string, id: string) {
      const app = db
        .select({ app: appInSql })
        .from(identities)
        .where(and(eq(identities.id, id), eq(identities.account, account)));
      const sameApp = and(inArray(appInSql, [...scanApps]), inArray(appInSql, app));
      const unlinked = await db
        .delete(identities)
        .where(and(eq(identities.account, account), or(eq(identities.id, id), sameApp)))
        .returning();
      const provider = unlinked[0]?.provider;
      return provider === undefined ? undefined : { provider: appOf(provider) ?? provider, unlinked };
    },

    /** The session can undo it for a minute; only the last time. */
    async keepForUndo(session: string, unlinked: readonly Identity[], newFactor: NewFactor | undefined) {
      const expiresAt = new Date(clock.now() + unlinkUndo.lifetime);
      await db.delete(unlinkedIdentities).where(eq(unlinkedIdentities.session, session));
      await db.insert(unlinkedIdentities).values(
        unlinked.map(({ id, provider, subject, since }) => ({
          id,
          provider,
          subject,
          since,
          session,
          newFactor: newFactor ?? null,
          expiresAt,
        })),
      );
    },

    /** What `undoUnlink` would link again. */
    findForUndo: (session: string) =>
      db
        .select()
        .from(unlinkedIdentities)
        .where(and(eq(unlinkedIdentities.session, session), gt(unlinkedIdentities.expiresAt, new Date(clock.now())))),

    /** Links again what the session has unlinked, once. Fewer than there were where another account has some by now. */
    async undoUnlink(account: string, session: string): Promise<number> {
      const back = db.$with('back').as(
        db
          .delete(unlinkedIdentities)
          .where(and(eq(unlinkedIdentities.session, session), gt(unlinkedIdentities.expiresAt, new Date(clock.now()))))
          .returning(),
      );
      const { id, provider, subject, since } = back;
      const rows = db
        .select({ id, account: sql<string>`${account}::text`.as('account'), provider, subject, since })
        .from(back);
      const linked = await db
        .with(back)
        .insert(identities)
        .select(rows)
        .onConflictDoNothing()
        .returning({ id: identities.id });
      return linked.length;
    },
  };
}
