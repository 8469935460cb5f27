import { createHash } from 'node:crypto';
import type { Language } from '@foyer/contract/language';
import type { SignInMethod } from '@foyer/contract/sign-in-methods';
import { and, desc, eq, gt, isNull, lte, sql } from 'drizzle-orm';
import type { Limits } from '../config/config.ts';
import type { Random } from '../platform/random.ts';
import type { Clock } from '../platform/clock.ts';
import type { Sql } from '../database/database.ts';
import { accounts, sessions } from './schema/schema.ts';

export interface Opening {
  account: string;
  state: 'open' | 'awaitingConsent';
  way: SignInMethod;
  factors: string[];
  device: string;
  address: string;
  language: Language;
  /** By its hash, where one was used up for it. */
  proof: string | undefined;
  /** The session this browser had before; it ends. */
  replacing: string | undefined;
}

/** Only this is stored: who reads the database cannot sign in with what is found there. */
const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

export function sessionStore(db: Sql, clock: Clock, chance: Random, limits: Limits['session']) {
  const alive = and(
    gt(sessions.expiresAt, sql.placeholder('now')),
    gt(sessions.lastSeenAt, sql.placeholder('idleSince')),
    isNull(accounts.disabledAt),
  );
  const times = () => ({ now: new Date(clock.now()), idleSince: new Date(clock.now() - limits.idle) });

  const byToken = db
    .select({ session: sessions, account: accounts })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.ouid, sessions.account))
    .where(and(eq(sessions.tokenHash, sql.placeholder('tokenHash')), alive))
    .prepare('session_by_token');
  const ofAccount = db
    .select({ session: sessions })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.ouid, sessions.account))
    .where(and(eq(sessions.account, sql.placeholder('account')), eq(sessions.state, 'open'), alive))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.createdAt))
    .prepare('sessions_of_account');

  /** Also one that waits for nothing but consent: for the calls that give it or turn it down, and for no other. */
  async function findBeforeConsent(token: string | undefined) {
    if (!token) return undefined;
    const tokenHash = hashOf(token);
    const { now, idleSince } = times();
    const [found] = await byToken.execute({ tokenHash, now, idleSince });
    const unseenSince = new Date(now.getTime() - limits.lastSeenInterval);
    if (found && found.session.lastSeenAt <= unseenSince)
      await db
        .update(sessions)
        .set({ lastSeenAt: now })
        .where(and(eq(sessions.tokenHash, tokenHash), lte(sessions.lastSeenAt, unseenSince)));
    return found;
  }

  return {
    /** Gives back the token, which is nowhere else from then on. */
    async open({ replacing, language, ...opening }: Opening): Promise<string> {
      const token = chance.token();
      const now = new Date(clock.now());
      const ended = db.$with('ended').as(
        db
          .delete(sessions)
          .where(eq(sessions.tokenHash, hashOf(replacing ?? '')))
          .returning({ id: sessions.id }),
      );
      const seen = db
        .$with('seen')
        .as(
          db
            .update(accounts)
            .set({ lastSignInAt: now, language })
            .where(eq(accounts.ouid, opening.account))
            .returning({ ouid: accounts.ouid }),
        );
      await db
        .with(ended, seen)
        .insert(sessions)
        .values({
          ...opening,
          id: chance.token(16),
          tokenHash: hashOf(token),
          createdAt: now,
          lastSeenAt: now,
          expiresAt: new Date(now.getTime() + limits.absolute),
        });
      return token;
    },

    /** The session behind a token, with whose it is, while it lives. One that waits for consent is none. */
    async find(token: string | undefined) {
      const found = await findBeforeConsent(token);
      return found?.session.state === 'open' ? found : undefined;
    },

    findBeforeConsent,

    /** Consent is given: the session opens behind another token, so that only one can do it. Undefined for the others. */
    async openWaiting(token: string, tx: Sql): Promise<string | undefined> {
      const next = chance.token();
      const opened = await tx
        .update(sessions)
        .set({ state: 'open', tokenHash: hashOf(next) })
        .where(eq(sessions.tokenHash, hashOf(token)))
        .returning({ id: sessions.id });
      return opened.length > 0 ? next : undefined;
    },

    async ofAccount(account: string) {
      return (await ofAccount.execute({ account, ...times() })).map(({ session }) => session);
    },

    /** False when it is not one of the account's. */
    async end(account: string, id: string): Promise<boolean> {
      const ended = await db
        .delete(sessions)
        .where(and(eq(sessions.id, id), eq(sessions.account, account)))
        .returning({ id: sessions.id });
      return ended.length > 0;
    },

    async endByToken(token: string, tx: Sql = db) {
      await tx.delete(sessions).where(eq(sessions.tokenHash, hashOf(token)));
    },

    async endAll(account: string, tx: Sql = db) {
      await tx.delete(sessions).where(eq(sessions.account, account));
    },
  };
}
