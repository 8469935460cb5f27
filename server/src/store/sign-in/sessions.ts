import { freshProof } from '@foyer/contract/limits';
import { type SQL, and, desc, eq, gt, gte, lt, lte, ne, sql } from 'drizzle-orm';
import type { Limits } from '../../config/config.ts';
import type { Random } from '../../platform/random.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Sql } from '../../database/database.ts';
import { retry } from '../retry-window.ts';
import { sha256 } from '../../platform/sha256.ts';
import { lazy } from '../lazy.ts';
import { oidcSessions } from '../schema/oidc-schema.ts';
import { accounts, sessions } from '../schema/schema.ts';
import { sqlTime } from '../schema/timestamp.ts';
import { aliveTimes, isAlive, isOpen, isUsed } from './session-checks.ts';

/** A second factor for a session that is open. */
interface StepUp {
  account: string;
  /** The hash of the handle that proved the factor. */
  usedHandleHash: string;
}

export function sessionStore(db: Sql, clock: Clock, random: Random, limits: Limits['session']) {
  const times = () => aliveTimes(clock, limits);

  const withApplications = (is: SQL) =>
    db
      .select({ session: sessions, account: accounts, applications: oidcSessions })
      .from(sessions)
      .innerJoin(accounts, eq(accounts.ouid, sessions.account))
      .leftJoin(oidcSessions, eq(oidcSessions.sid, sessions.sid))
      .where(and(is, isOpen, isAlive));
  // A transaction has stores of its own, which use few of these: building a query takes longer than running it.
  const queries = lazy({
    byToken: () =>
      db
        .select({ session: sessions, account: accounts })
        .from(sessions)
        .innerJoin(accounts, eq(accounts.ouid, sessions.account))
        .where(and(eq(sessions.tokenHash, sql.placeholder('tokenHash')), isAlive))
        .prepare('session_by_token'),
    byId: () =>
      db
        .select({ session: sessions, account: accounts })
        .from(sessions)
        .innerJoin(accounts, eq(accounts.ouid, sessions.account))
        .where(and(eq(sessions.id, sql.placeholder('id')), isOpen, isAlive))
        .prepare('session_by_id'),
    byAccount: () =>
      db
        .select({ session: sessions })
        .from(sessions)
        .innerJoin(accounts, eq(accounts.ouid, sessions.account))
        .where(and(eq(sessions.account, sql.placeholder('account')), eq(sessions.state, 'open'), isAlive))
        .orderBy(desc(sessions.lastSeenAt), desc(sessions.createdAt))
        .prepare('sessions_of_account'),
  });
  const forApplications = lazy({
    sid: () => withApplications(eq(sessions.sid, sql.placeholder('value'))).prepare('session_by_sid'),
    tokenHash: () =>
      withApplications(eq(sessions.tokenHash, sql.placeholder('value'))).prepare('session_of_applications'),
  });

  /** Also finds a session that awaits agreement or whose account closes: only for these steps and signing out. */
  async function findInAnyState(token: string | undefined) {
    if (!token) return undefined;
    const tokenHash = sha256(token);
    const alive = times();
    const [found] = await queries.byToken.execute({ tokenHash, ...alive });
    if (found) await recordSeen(found.session, alive.now);
    return found;
  }

  async function findForApplications(by: keyof typeof forApplications, value: string) {
    const alive = times();
    const [found] = await forApplications[by].execute({ value, ...alive });
    if (found) await recordSeen(found.session, alive.now);
    return found;
  }

  async function recordSeen({ id, lastSeenAt }: typeof sessions.$inferSelect, now: Date) {
    const unseenSince = new Date(now.getTime() - limits.lastSeenInterval);
    if (lastSeenAt > unseenSince) return;
    await db
      .update(sessions)
      .set({ lastSeenAt: now })
      .where(and(eq(sessions.id, id), lte(sessions.lastSeenAt, unseenSince)));
  }

  async function replace(
    isCurrent: SQL | undefined,
    { account, usedHandleHash }: StepUp,
    newFactors?: string[],
  ): Promise<string | undefined> {
    const token = random.token();
    const { now, idleSince, sharedIdleSince } = times();
    const time = sqlTime(now.getTime());
    const ended = db.$with('ended').as(
      db
        .delete(sessions)
        .where(
          and(
            isCurrent,
            eq(sessions.account, account),
            eq(sessions.state, 'open'),
            gt(sessions.expiresAt, now),
            isUsed(idleSince, sharedIdleSince),
          ),
        )
        .returning(),
    );
    const factors = newFactors
      ? sql<string[]>`${sql.param(newFactors, sessions.factors)}`
      : sql<string[]>`${ended.factors}`;
    const opened = await db
      .with(ended)
      .insert(sessions)
      .select(
        db
          .select({
            id: sql<string>`${random.token(16)}`.as('id'),
            tokenHash: sql<string>`${sha256(token)}`.as('token_hash'),
            sid: ended.sid,
            account: ended.account,
            state: ended.state,
            method: ended.method,
            factors: factors.as('factors'),
            device: ended.device,
            maskedIp: ended.maskedIp,
            usedHandleHash: sql<string>`${usedHandleHash}`.as('proof_hash'),
            createdAt: sql<Date>`${time}`.as('created_at'),
            provenAt: sql<Date>`${time}`.as('proven_at'),
            lastSeenAt: sql<Date>`${time}`.as('last_seen_at'),
            expiresAt: ended.expiresAt,
            shared: ended.shared,
          })
          .from(ended),
      )
      .returning({ id: sessions.id });
    return opened.length > 0 ? token : undefined;
  }

  async function renew(token: string, proven: { provenAt?: Date; factors?: string[] } = {}) {
    const newToken = random.token();
    const renewed = await db
      .update(sessions)
      .set({ ...proven, tokenHash: sha256(newToken) })
      .where(and(eq(sessions.tokenHash, sha256(token)), eq(sessions.state, 'open')))
      .returning({ id: sessions.id });
    return renewed.length > 0 ? newToken : undefined;
  }

  return {
    /** The open session with this token, and its account. */
    async find(token: string | undefined) {
      const found = await findInAnyState(token);
      return found?.session.state === 'open' && !found.account.closesAt ? found : undefined;
    },

    findInAnyState,

    /** The open session with this id, for the browser that it lets sign in; it does not count as activity there. */
    async findById(id: string | null) {
      const [found] = await queries.byId.execute({ id, ...times() });
      return found;
    },

    /** The open session that an application uses: its requests count as activity of the person. */
    findBySid: (sid: string) => findForApplications('sid', sid),

    /** How the session is proven, without counting as activity of the person. */
    async findProof(sid: string) {
      const { account, factors, createdAt } = sessions;
      const [found] = await db.select({ account, factors, createdAt }).from(sessions).where(eq(sessions.sid, sid));
      return found;
    },

    /** Whether the session is on a shared computer. */
    async isShared(sid: string): Promise<boolean> {
      const [found] = await db.select({ shared: sessions.shared }).from(sessions).where(eq(sessions.sid, sid));
      return found?.shared ?? false;
    },

    /** The open session with this token, and what it means to applications. */
    findWithApplications: (token: string) => findForApplications('tokenHash', sha256(token)),

    /** Opens a session that awaits agreement under a new token, so that only one request can do it. */
    async openAfterAgreement(token: string): Promise<string | undefined> {
      const newToken = random.token();
      const opened = await db
        .update(sessions)
        .set({ state: 'open', tokenHash: sha256(newToken) })
        .where(eq(sessions.tokenHash, sha256(token)))
        .returning({ id: sessions.id });
      return opened.length > 0 ? newToken : undefined;
    },

    /**
     * Adds a factor to the session with this token, under a new id and a new token. The person has proven who they are just
     * now, so that the session counts as new; its end stays. Undefined when the session has ended in the meantime.
     */
    stepUp: (token: string, factors: string[], stepUp: StepUp) =>
      replace(eq(sessions.tokenHash, sha256(token)), stepUp, factors),

    /** The same again for a browser whose first response was lost: it does not know the new token. */
    repeatStepUp: (stepUp: StepUp) =>
      replace(
        and(
          eq(sessions.usedHandleHash, stepUp.usedHandleHash),
          lte(sessions.createdAt, new Date(clock.now() - retry.after)),
        ),
        stepUp,
      ),

    /**
     * Records a fresh proof and the factors proven so far under a new token, so that a copy of the old one gains nothing
     * from it. Undefined when the session has ended, or when another request has given it a new token.
     */
    proveAgain: (token: string, factors: string[]) => renew(token, { provenAt: new Date(clock.now()), factors }),

    /** Gives the session a new token, so that a copy of the old one ends. */
    renew: (token: string) => renew(token),

    /**
     * What has proven the other sessions of the account may be replaced or removed: they prove again before they change
     * something.
     */
    async forgetOtherProofs(account: string, id = '') {
      const provenAt = new Date(clock.now() - freshProof.lifetime);
      await db
        .update(sessions)
        .set({ provenAt })
        .where(
          and(
            eq(sessions.account, account),
            ne(sessions.id, id),
            gt(sql`coalesce(${sessions.provenAt}, ${sessions.createdAt})`, sql.param(provenAt, sessions.provenAt)),
          ),
        );
    },

    /** Opens a session whose account is kept after all, under a new token, so that only one request can do it. */
    async openAfterKeeping(token: string, state: 'open' | 'awaitingConsent'): Promise<string | undefined> {
      const newToken = random.token();
      const opened = await db
        .update(sessions)
        .set({ state, tokenHash: sha256(newToken) })
        .where(and(eq(sessions.tokenHash, sha256(token)), eq(sessions.state, 'closing')))
        .returning({ id: sessions.id });
      return opened.length > 0 ? newToken : undefined;
    },

    async listByAccount(account: string) {
      return (await queries.byAccount.execute({ account, ...times() })).map(({ session }) => session);
    },

    /** Records another factor in place of this one, once, in the sessions that were opened in this time, and returns them. */
    async relabel(account: string, factor: string, source: string, { from, until }: { from: Date; until: Date }) {
      const without = sql`array_remove(array_remove(${sessions.factors}, ${factor}::text), ${source}::text)`;
      return db
        .update(sessions)
        .set({ factors: sql`array_prepend(${source}::text, ${without})` })
        .where(
          and(
            eq(sessions.account, account),
            sql`${factor} = any(${sessions.factors})`,
            gte(sessions.createdAt, from),
            lt(sessions.createdAt, until),
          ),
        )
        .returning();
    },

    /** Returns the session that has ended; undefined when it is not the account's. */
    async end(account: string, id: string) {
      const [ended] = await db
        .delete(sessions)
        .where(and(eq(sessions.id, id), eq(sessions.account, account)))
        .returning();
      return ended;
    },

    /** Ends all sessions of the account but this one, and returns them. */
    async endOthers(account: string, id: string) {
      return db
        .delete(sessions)
        .where(and(eq(sessions.account, account), ne(sessions.id, id)))
        .returning();
    },

    async endByToken(token: string) {
      await db.delete(sessions).where(eq(sessions.tokenHash, sha256(token)));
    },

    /** Returns how many have ended. */
    async endBySid(sid: string): Promise<number> {
      const ended = await db.delete(sessions).where(eq(sessions.sid, sid)).returning({ id: sessions.id });
      return ended.length;
    },

    async endAll(account: string) {
      await db.delete(sessions).where(eq(sessions.account, account));
    },
  };
}
