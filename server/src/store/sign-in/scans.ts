import { minutes } from '@foyer/contract/time';
import type { Language } from '@foyer/contract/language';
import { qr } from '@foyer/contract/limits';
import { type ScanApp, scanApps } from '@foyer/contract/pages/page-config';
import { type SQL, and, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Clock } from '../../platform/clock.ts';
import type { Sql } from '../../database/database.ts';
import { sha256 } from '../../platform/sha256.ts';
import type { ExternalIdentity } from '../accounts/identities.ts';
import { scans } from '../schema/schema.ts';
import { sqlTime } from '../schema/timestamp.ts';

export const scanning = {
  /** How long the result of a scan can be fetched after the phone confirmed it. */
  resultLifetime: minutes(2),
} as const;

export type Scan = typeof scans.$inferSelect;

export interface NewScan {
  loginId: string;
  scene: string;
  app: ScanApp;
  browserId: string;
  fingerprint: string;
  device: string;
  maskedIp: string;
  country: string | undefined;
  language: Language;
  redirectUrl: string | undefined;
  /** Links the app to this session's account, instead of signing in. */
  link?: { session: string; account: string } | undefined;
}

/** The person who scanned, as the app identifies them. */
interface Scanner {
  subjects: ExternalIdentity[];
  mobile?: string;
}

export type PhoneAnswer =
  | { confirmed: false }
  | { confirmed: true; mobile: string | undefined; outsideMainland: boolean; otherCountry: boolean };

/** What an unlinked person may do with a scan: bind a mobile number, or sign in with one click. */
type ContextPurpose = Scan['contextFor'] & string;

/** What a browser brought back from the app's own page. */
export type ReturnResult = { is: 'confirmed'; person: Scanner } | { is: 'declined' | 'failed' };

/** Scans and their contexts. Every change that may happen once is a single statement. */
export function scanStore(db: Sql, clock: Clock) {
  const isAlive = () => gt(scans.expiresAt, new Date(clock.now()));
  const resultExpiresAt = () => sql`greatest(${scans.expiresAt}, ${sqlTime(clock.now() + scanning.resultLifetime)})`;

  async function update(where: SQL | undefined, values: PgUpdateSetSource<typeof scans>): Promise<Scan | undefined> {
    const [updated] = await db.update(scans).set(values).where(where).returning();
    return updated;
  }
  async function find(where: SQL | undefined): Promise<Scan | undefined> {
    const [found] = await db.select().from(scans).where(where);
    return found;
  }
  const hasTicket = (ticket: string) =>
    and(eq(scans.ticketHash, sha256(ticket)), eq(scans.state, 'scanned'), isAlive());
  /** A scan that links an app is used by the session alone that has begun it, and one that signs in without a session. */
  const isConfirmed = ({ loginIdHash }: Scan, linkSession?: string) =>
    and(
      eq(scans.loginIdHash, loginIdHash),
      eq(scans.state, 'confirmed'),
      linkSession === undefined ? isNull(scans.linkSession) : eq(scans.linkSession, linkSession),
      isNull(scans.usedAt),
      isAlive(),
    );
  const hasContext = (contextId: string, browserId: string | undefined, purpose: ContextPurpose, app?: ScanApp) =>
    and(
      eq(scans.contextHash, sha256(contextId)),
      eq(scans.browserId, browserId ?? ''),
      eq(scans.contextFor, purpose),
      inArray(scans.app, app ? [app] : [...scanApps]),
      isNull(scans.usedAt),
      gt(scans.contextExpiresAt, new Date(clock.now())),
    );

  return {
    async add({ loginId, scene, fingerprint, country, redirectUrl, link, ...rest }: NewScan) {
      const now = clock.now();
      const [added] = await db
        .insert(scans)
        .values({
          ...rest,
          loginIdHash: sha256(loginId),
          sceneHash: sha256(scene),
          fingerprintHash: sha256(fingerprint),
          country: country ?? null,
          redirectUrl: redirectUrl ?? null,
          linkSession: link?.session ?? null,
          linkAccount: link?.account ?? null,
          state: 'waiting',
          createdAt: new Date(now),
          expiresAt: new Date(now + qr.expiresAfter),
        })
        .returning();
      if (!added) throw new Error('A scan was not added');
      return added;
    },

    /** Expires a QR code that the browser no longer shows. */
    expire: (loginId: string, browserId: string) =>
      update(
        and(
          eq(scans.loginIdHash, sha256(loginId)),
          eq(scans.browserId, browserId),
          inArray(scans.state, ['waiting', 'scanned']),
        ),
        { expiresAt: new Date(clock.now()) },
      ),

    /** The first person who scans the QR code gets it. */
    claim: (app: ScanApp, scene: string, ticket: string, { subjects, mobile }: Scanner) =>
      update(and(eq(scans.sceneHash, sha256(scene)), eq(scans.app, app), eq(scans.state, 'waiting'), isAlive()), {
        state: 'scanned',
        ticketHash: sha256(ticket),
        subjects,
        mobile: mobile ?? null,
      }),

    /** Undefined once the phone has answered. */
    findByTicket: (ticket: string) => find(hasTicket(ticket)),

    /** The phone answers once. */
    answer: (ticket: string, answer: PhoneAnswer) =>
      update(hasTicket(ticket), {
        expiresAt: resultExpiresAt(),
        ...(answer.confirmed
          ? {
              state: 'confirmed',
              ...(answer.mobile !== undefined && { mobile: answer.mobile }),
              outsideMainland: answer.outsideMainland,
              otherCountry: answer.otherCountry,
            }
          : { state: 'declined' }),
      }),

    /** A browser returns from the app's own page once. From then on `preLoginId` reads the result. */
    claimReturn: (app: ScanApp, scene: string, browserId: string | undefined, preLoginId: string) =>
      update(
        and(
          eq(scans.sceneHash, sha256(scene)),
          eq(scans.app, app),
          eq(scans.browserId, browserId ?? ''),
          eq(scans.state, 'waiting'),
          isAlive(),
        ),
        { state: 'scanned', loginIdHash: sha256(preLoginId), expiresAt: resultExpiresAt() },
      ),

    recordReturn: ({ loginIdHash }: Scan, result: ReturnResult) =>
      update(and(eq(scans.loginIdHash, loginIdHash), eq(scans.state, 'scanned'), isAlive()), {
        state: result.is,
        ...(result.is === 'confirmed' && { subjects: result.person.subjects, mobile: result.person.mobile ?? null }),
      }),

    findByLoginId: (loginId: string) =>
      find(and(eq(scans.loginIdHash, sha256(loginId)), isNull(scans.usedAt), isAlive())),

    /** Uses a confirmed scan, once: to sign in, or with `linkSession` to link an app to the account of that session. */
    use: (scan: Scan, linkSession?: string) =>
      update(isConfirmed(scan, linkSession), { usedAt: new Date(clock.now()) }),

    /** The context of an unlinked person. Created again it is the same, with the same purpose and expiry. */
    createContext: (scan: Scan, contextId: string, purpose: ContextPurpose, livesFor: number) =>
      update(isConfirmed(scan), {
        contextHash: sha256(contextId),
        contextFor: sql`coalesce(${scans.contextFor}, ${purpose})`,
        contextExpiresAt: sql`coalesce(${scans.contextExpiresAt}, ${sqlTime(clock.now() + livesFor)})`,
      }),

    findBindContext: (contextId: string, browserId: string | undefined, app?: ScanApp) =>
      find(hasContext(contextId, browserId, 'bind', app)),

    /** Works once. */
    consumeContext: (contextId: string, browserId: string | undefined, purpose: ContextPurpose, app: ScanApp) =>
      update(hasContext(contextId, browserId, purpose, app), { usedAt: new Date(clock.now()) }),
  };
}
