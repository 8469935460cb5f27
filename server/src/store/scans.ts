import type { Language } from '@foyer/contract/language';
import { scanApps } from '@foyer/contract/pages/page-config';
import { type SQL, and, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Clock } from '../platform/clock.ts';
import type { Sql } from '../database/database.ts';
import { scanning } from '../platform/service-limits.ts';
import { handleHash } from './codes.ts';
import { scans } from './schema/schema.ts';

export type Scan = typeof scans.$inferSelect;
type App = (typeof scanApps)[number];

export interface NewScan {
  loginId: string;
  scene: string;
  app: App;
  browser: string;
  fingerprint: string;
  device: string;
  address: string;
  country: string | undefined;
  language: Language;
  target: string | undefined;
  livesFor: number;
}

export interface Scanner {
  subjects: { provider: string; subject: string }[];
  mobile?: string;
}

/** What the phone said, and what came with it. */
export type PhoneAnswer =
  | { confirmed: false }
  | { confirmed: true; mobile: string | undefined; outsideMainland: boolean; elsewhere: boolean };

/** A browser that came back from the app's own page, and with what. */
export type Return = { is: 'confirmed'; person: Scanner } | { is: 'declined' | 'failed' };

/** Scans, and the handles that strangers go on with. What may happen once is one statement each. */
export function scanStore(db: Sql, clock: Clock) {
  const alive = () => gt(scans.expiresAt, new Date(clock.now()));
  const answerUntil = () =>
    sql`greatest(${scans.expiresAt}, ${new Date(clock.now() + scanning.answerLivesFor).toISOString()}::timestamptz)`;

  async function move(where: SQL | undefined, to: PgUpdateSetSource<typeof scans>): Promise<Scan | undefined> {
    const [moved] = await db.update(scans).set(to).where(where).returning();
    return moved;
  }
  async function find(where: SQL | undefined): Promise<Scan | undefined> {
    const [found] = await db.select().from(scans).where(where);
    return found;
  }
  const contextOf = (contextId: string, browser: string | undefined, use: Scan['contextFor'] & string, app?: App) =>
    and(
      eq(scans.contextHash, handleHash(contextId)),
      eq(scans.browser, browser ?? ''),
      eq(scans.contextFor, use),
      inArray(scans.app, app ? [app] : [...scanApps]),
      isNull(scans.usedAt),
      gt(scans.contextUntil, new Date(clock.now())),
    );

  return {
    async add({ loginId, scene, fingerprint, country, target, livesFor, ...rest }: NewScan) {
      const now = clock.now();
      const [added] = await db
        .insert(scans)
        .values({
          ...rest,
          loginHash: handleHash(loginId),
          sceneHash: handleHash(scene),
          fingerprintHash: handleHash(fingerprint),
          country: country ?? null,
          target: target ?? null,
          state: 'waiting',
          createdAt: new Date(now),
          expiresAt: new Date(now + livesFor),
        })
        .returning();
      if (!added) throw new Error('A scan was not added');
      return added;
    },

    /** Nobody will look at it again: whoever scans it finds it over. */
    end: (loginId: string, browser: string) =>
      move(
        and(
          eq(scans.loginHash, handleHash(loginId)),
          eq(scans.browser, browser),
          inArray(scans.state, ['waiting', 'scanned']),
        ),
        { expiresAt: new Date(clock.now()) },
      ),

    /** The first who scans it has it. */
    claim: (app: App, scene: string, ticket: string, { subjects, mobile }: Scanner) =>
      move(and(eq(scans.sceneHash, handleHash(scene)), eq(scans.app, app), eq(scans.state, 'waiting'), alive()), {
        state: 'scanned',
        ticketHash: handleHash(ticket),
        subjects,
        mobile: mobile ?? null,
      }),

    /** Behind the ticket of a phone, until it has answered. */
    scannedWith: (ticket: string) =>
      find(and(eq(scans.ticketHash, handleHash(ticket)), eq(scans.state, 'scanned'), alive())),

    /** The phone's answer, once. */
    answer: (ticket: string, answer: PhoneAnswer) =>
      move(and(eq(scans.ticketHash, handleHash(ticket)), eq(scans.state, 'scanned'), alive()), {
        expiresAt: answerUntil(),
        ...(answer.confirmed
          ? {
              state: 'confirmed',
              ...(answer.mobile !== undefined && { mobile: answer.mobile }),
              outsideMainland: answer.outsideMainland,
              elsewhere: answer.elsewhere,
            }
          : { state: 'declined' }),
      }),

    /** The browser is back from the app's own page, once; from here on another handle reads the result. */
    takeBack: (app: App, scene: string, browser: string | undefined, loginId: string) =>
      move(
        and(
          eq(scans.sceneHash, handleHash(scene)),
          eq(scans.app, app),
          eq(scans.browser, browser ?? ''),
          eq(scans.state, 'waiting'),
          alive(),
        ),
        { state: 'scanned', loginHash: handleHash(loginId), expiresAt: answerUntil() },
      ),

    /** What it came back with. */
    settle: (scan: Scan, back: Return) =>
      move(and(eq(scans.loginHash, scan.loginHash), eq(scans.state, 'scanned'), alive()), {
        state: back.is,
        ...(back.is === 'confirmed' && { subjects: back.person.subjects, mobile: back.person.mobile ?? null }),
      }),

    byLogin: (loginId: string) => find(and(eq(scans.loginHash, handleHash(loginId)), isNull(scans.usedAt), alive())),

    /** The scan becomes a sign-in, once. */
    use: (scan: Scan) =>
      move(and(eq(scans.loginHash, scan.loginHash), eq(scans.state, 'confirmed'), isNull(scans.usedAt), alive()), {
        usedAt: new Date(clock.now()),
      }),

    /** A stranger's handle; asked for again it is the same, and lives no longer for it. */
    giveContext: (scan: Scan, contextId: string, use: 'bind' | 'oneClick', livesFor: number) =>
      move(and(eq(scans.loginHash, scan.loginHash), eq(scans.state, 'confirmed'), isNull(scans.usedAt), alive()), {
        contextHash: handleHash(contextId),
        contextFor: sql`coalesce(${scans.contextFor}, ${use})`,
        contextUntil: sql`coalesce(${scans.contextUntil}, ${new Date(clock.now() + livesFor).toISOString()}::timestamptz)`,
      }),

    findContext: (contextId: string, browser: string | undefined, app?: App) =>
      find(contextOf(contextId, browser, 'bind', app)),

    /** One context, one winner. */
    spendContext: (contextId: string, browser: string | undefined, use: 'bind' | 'oneClick', app: App) =>
      move(contextOf(contextId, browser, use, app), { usedAt: new Date(clock.now()) }),
  };
}
