import { handoff as limits } from '@foyer/contract/limits';
import { type SQL, and, desc, eq, exists, gt, gte, inArray, isNull, lte, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Sql } from '../../database/database.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Random } from '../../platform/random.ts';
import { sha256 } from '../../platform/sha256.ts';
import { knownBrowsers } from '../schema/browser-schema.ts';
import { handoffs, type sessions } from '../schema/schema.ts';
import { sqlTime } from '../schema/timestamp.ts';

export type Handoff = typeof handoffs.$inferSelect;

type AskingSession = Pick<typeof sessions.$inferSelect, 'id' | 'account' | 'method' | 'shared' | 'createdAt'>;

interface NewHandoff {
  handoffId: string;
  token: string;
  browserId: string;
  device: string;
  maskedIp: string;
  country: string | undefined;
  redirectUrl: string | undefined;
}

interface HandoffAnswer {
  ticket: string;
  phoneBrowserId: string;
  session: string;
  /** Undefined: declined. */
  number: number | undefined;
  /** Of the phone. */
  country: string | undefined;
}

/** Sign-ins of a computer that continue on a phone. Every change that may happen once is a single statement. */
export function handoffStore(db: Sql, clock: Clock, random: Random) {
  const isAlive = () => gt(handoffs.expiresAt, new Date(clock.now()));
  const notBefore = (time: number) => sql`greatest(${handoffs.expiresAt}, ${sqlTime(time)})`;

  const hasSignedInSince = (account: string) =>
    exists(
      db
        .select({ one: sql`1` })
        .from(knownBrowsers)
        .where(
          and(
            eq(knownBrowsers.account, account),
            eq(knownBrowsers.browserId, handoffs.phoneBrowserId),
            gte(knownBrowsers.lastSeenAt, handoffs.openedAt),
          ),
        ),
    );

  async function update(where: SQL | undefined, values: PgUpdateSetSource<typeof handoffs>) {
    const [updated] = await db.update(handoffs).set(values).where(where).returning();
    return updated;
  }

  return {
    async add({ handoffId, token, country, redirectUrl, ...rest }: NewHandoff) {
      const now = clock.now();
      const values = {
        ...rest,
        idHash: sha256(handoffId),
        tokenHash: sha256(token),
        country: country ?? null,
        redirectUrl: redirectUrl ?? null,
        state: 'waiting',
        createdAt: new Date(now),
        expiresAt: new Date(now + limits.lifetime),
      } as const;
      const [added] = await db.insert(handoffs).values(values).returning();
      if (!added) throw new Error('A handoff was not added');
      return added;
    },

    /** Ends one that the computer no longer shows. */
    expire: (handoffId: string, browserId: string) =>
      update(and(eq(handoffs.idHash, sha256(handoffId)), eq(handoffs.browserId, browserId), isNull(handoffs.usedAt)), {
        expiresAt: new Date(clock.now()),
      }),

    /** The first browser that opens the link gets it. */
    open: (token: string, phoneBrowserId: string) =>
      update(and(eq(handoffs.tokenHash, sha256(token)), eq(handoffs.state, 'waiting'), isAlive()), {
        state: 'opened',
        phoneBrowserId,
        openedAt: new Date(clock.now()),
        expiresAt: new Date(clock.now() + limits.signInLifetime),
      }),

    /** The one that this browser has opened, the last of several, and not answered yet. */
    async findOpened(phoneBrowserId: string, token?: string): Promise<Handoff | undefined> {
      const [found] = await db
        .select()
        .from(handoffs)
        .where(
          and(
            eq(handoffs.phoneBrowserId, phoneBrowserId),
            token === undefined ? undefined : eq(handoffs.tokenHash, sha256(token)),
            inArray(handoffs.state, ['opened', 'asked']),
            isAlive(),
          ),
        )
        .orderBy(desc(handoffs.openedAt))
        .limit(1);
      return found;
    },

    /**
     * The person has signed in on the phone: the computer shows a number from now on, which stays the same. Not in a session
     * that was copied from another browser or belongs to a shared computer, nor in one that another phone has confirmed.
     */
    ask: ({ idHash }: Handoff, { id, account, method, shared, createdAt }: AskingSession) =>
      update(
        and(
          eq(handoffs.idHash, idHash),
          inArray(handoffs.state, ['opened', 'asked']),
          lte(handoffs.openedAt, createdAt),
          hasSignedInSince(account),
          method === 'phone' || shared ? sql`false` : undefined,
          isAlive(),
        ),
        {
          state: 'asked',
          phoneSession: id,
          number: sql`coalesce(${handoffs.number}, ${limits.firstNumber + random.below(limits.lastNumber - limits.firstNumber + 1)})`,
          // Once: who asks again and again must not keep it open.
          expiresAt: sql`case when ${handoffs.state} = 'opened' then ${notBefore(clock.now() + limits.answerLifetime)} else ${handoffs.expiresAt} end`,
        },
      ),

    /** The person answers once, in the session that was asked, and a wrong number is an answer. */
    answer: ({ ticket, phoneBrowserId, session, number, country }: HandoffAnswer) =>
      update(
        and(
          eq(handoffs.tokenHash, ticket),
          eq(handoffs.phoneBrowserId, phoneBrowserId),
          eq(handoffs.phoneSession, session),
          eq(handoffs.state, 'asked'),
          isAlive(),
        ),
        {
          state:
            number === undefined
              ? 'declined'
              : sql`case when ${handoffs.number} = ${number} then 'confirmed' else 'wrongNumber' end`,
          otherCountry: sql`coalesce(${handoffs.country} <> ${country ?? null}, false)`,
          expiresAt: notBefore(clock.now() + limits.answerLifetime),
        },
      ),

    async find(handoffId: string): Promise<Handoff | undefined> {
      const [found] = await db
        .select()
        .from(handoffs)
        .where(and(eq(handoffs.idHash, sha256(handoffId)), isNull(handoffs.usedAt), isAlive()));
      return found;
    },

    /** A handoff becomes a sign-in once, in the browser that shows the number. */
    use: (handoffId: string, browserId: string) =>
      update(
        and(
          eq(handoffs.idHash, sha256(handoffId)),
          eq(handoffs.browserId, browserId),
          eq(handoffs.state, 'confirmed'),
          isNull(handoffs.usedAt),
          isAlive(),
        ),
        { usedAt: new Date(clock.now()) },
      ),
  };
}
