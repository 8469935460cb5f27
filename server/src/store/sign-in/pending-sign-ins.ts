import { minutes } from '@foyer/contract/time';
import { and, eq, gt, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Random } from '../../platform/random.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Sql } from '../../database/database.ts';
import { sha256 } from '../../platform/sha256.ts';
import type { ExternalIdentity } from '../accounts/identities.ts';
import { accounts, pendingSignIns } from '../schema/schema.ts';
import type { SignInMethod } from '@foyer/contract/sign-in-methods';

/** Long enough to use a code that was sent at the last moment, short enough for an unattended screen. */
export const pendingSignIn = { lifetime: minutes(15) } as const;

export type PendingSignIn = typeof pendingSignIns.$inferSelect;
type Awaiting = PendingSignIn['awaiting'];

interface NewPendingSignIn {
  account: string;
  awaiting: Awaiting;
  method: SignInMethod;
  factors: string[];
  browserId: string;
  redirectUrl: string;
  usedHandleHash: string | undefined;
  /** The ids of one person that are linked to the account when the sign-in completes. */
  link?: readonly ExternalIdentity[] | undefined;
}

export function pendingSignInStore(db: Sql, clock: Clock, random: Random) {
  const hasHandle = (handleHash: string, awaiting: Awaiting | readonly Awaiting[], browserId: string) =>
    and(
      eq(pendingSignIns.handleHash, handleHash),
      inArray(pendingSignIns.awaiting, [awaiting].flat()),
      eq(pendingSignIns.browserId, browserId),
    );
  const isUsable = () => and(isNull(pendingSignIns.usedAt), gt(pendingSignIns.expiresAt, new Date(clock.now())));

  return {
    /** Returns the handle. It works only in the browser of the sign-in. */
    async create({ link, ...signIn }: NewPendingSignIn): Promise<string> {
      const handle = random.token();
      const expiresAt = new Date(clock.now() + pendingSignIn.lifetime);
      const linkIdentities = link ? [...link] : null;
      await db.insert(pendingSignIns).values({ ...signIn, linkIdentities, handleHash: sha256(handle), expiresAt });
      return handle;
    },

    async find(handleHash: string, awaiting: Awaiting | readonly Awaiting[], browserId: string | undefined) {
      if (browserId === undefined) return undefined;
      const [found] = await db
        .select()
        .from(pendingSignIns)
        .where(and(hasHandle(handleHash, awaiting, browserId), isUsable()));
      return found;
    },

    /**
     * Works once; undefined for every later call. Locks the account before the pending sign-in, as a sign-out everywhere does:
     * so the two cannot deadlock, and the session that follows is either refused here or ended there.
     */
    async use(handleHash: string, awaiting: Awaiting | readonly Awaiting[], browserId: string | undefined) {
      if (browserId === undefined) return undefined;
      const hasThisHandle = and(hasHandle(handleHash, awaiting, browserId), isUsable());
      const account = db.select({ ouid: pendingSignIns.account }).from(pendingSignIns).where(hasThisHandle);
      const locked = db
        .$with('locked')
        .as(
          db.select({ ouid: accounts.ouid }).from(accounts).where(inArray(accounts.ouid, account)).for('no key update'),
        );
      const [used] = await db
        .with(locked)
        .update(pendingSignIns)
        .set({ usedAt: new Date(clock.now()) })
        .where(and(hasThisHandle, sql`exists (select 1 from ${locked})`))
        .returning();
      return used;
    },

    /** Used before: for a browser whose first response was lost. */
    async findUsed(handleHash: string, awaiting: Awaiting | readonly Awaiting[], browserId: string | undefined) {
      if (browserId === undefined) return undefined;
      const [found] = await db
        .select()
        .from(pendingSignIns)
        .where(and(hasHandle(handleHash, awaiting, browserId), isNotNull(pendingSignIns.usedAt)));
      return found;
    },

    async endAll(account: string) {
      await db.delete(pendingSignIns).where(eq(pendingSignIns.account, account));
    },
  };
}

/** The identities that a pending sign-in links to the account. */
export const linkOf = ({
  linkIdentities,
  linkProvider,
  linkSubject,
}: PendingSignIn): ExternalIdentity[] | undefined => {
  if (linkIdentities) return linkIdentities;
  return linkProvider !== null && linkSubject !== null ? [{ provider: linkProvider, subject: linkSubject }] : undefined;
};
