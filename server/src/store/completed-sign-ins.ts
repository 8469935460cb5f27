import type { Language } from '@foyer/contract/language';
import type { SignInMethod } from '@foyer/contract/sign-in-methods';
import { eq, sql } from 'drizzle-orm';
import type { Limits } from '../config/config.ts';
import type { Sql } from '../database/database.ts';
import type { Clock } from '../platform/clock.ts';
import type { Random } from '../platform/random.ts';
import { sha256 } from '../platform/sha256.ts';
import type { AuditContext } from './audit.ts';
import { failuresKey } from './password-attempts.ts';
import { deletingOlderUses } from './quotas.ts';
import { remembering } from './remembered-accounts.ts';
import { auditEvents } from './schema/audit-schema.ts';
import { knownBrowsers } from './schema/browser-schema.ts';
import { accounts, attempts, sessions } from './schema/schema.ts';
import { statement } from './statement.ts';

interface CompletedSignIn {
  account: string;
  state: 'open' | 'awaitingConsent' | 'closing';
  method: SignInMethod;
  factors: string[];
  language: Language;
  browserId: string;
  /** The sign-in page of this browser offers the account from now on. */
  isRemembered: boolean;
  /** The hash of the handle that was used for this sign-in, if any. */
  usedHandleHash: string | undefined;
  /** The token of the browser's current session, which the new one ends. */
  replaces: string | undefined;
  forget: {
    /** Account names: their wrong passwords from any client IP. A lock of one client IP stays. */
    failuresOf: readonly string[];
    /** Uses of quotas that are older than the period. */
    quotaKeys: readonly string[];
    window: number;
  };
}

const value = sql.placeholder;
const completing = { remembering: completion(true), notRemembering: completion(false) };

export function completedSignInStore(db: Sql, clock: Clock, random: Random, limits: Limits['session']) {
  return {
    /**
     * Opens the session and writes all that goes with it. Returns its token, which is stored only as a hash. `new` means that
     * the account has signed in before, and never with this browser.
     */
    async add(
      { isRemembered, usedHandleHash = '', replaces = '', forget, ...signIn }: CompletedSignIn,
      { requestId, maskedIp, deviceLabel }: AuditContext,
    ): Promise<{ token: string; browser: 'known' | 'new' | 'first' }> {
      const token = random.token();
      const now = new Date(clock.now());
      const run = isRemembered ? completing.remembering : completing.notRemembering;
      const [browser] = await run(db).execute({
        ...signIn,
        now,
        requestId,
        maskedIp,
        device: deviceLabel,
        details: { factors: signIn.factors },
        id: random.token(16),
        tokenHash: sha256(token),
        usedHandleHash: usedHandleHash || null,
        replaces: sha256(replaces),
        expiresAt: new Date(now.getTime() + limits.absolute),
        failureKeys: forget.failuresOf.map(failuresKey),
        quotaKeys: forget.quotaKeys,
        since: new Date(now.getTime() - forget.window),
      });
      if (!browser?.isInserted) return { token, browser: 'known' };
      return { token, browser: browser.hasOthers ? 'new' : 'first' };
    },
  };
}

/** All in one statement, because a sign-in waits for each of them: together they take little longer than one alone. */
function completion(isRemembered: boolean) {
  return statement((db) => {
    const ended = db.$with('ended').as(
      db
        .delete(sessions)
        .where(eq(sessions.tokenHash, value('replaces')))
        .returning({ sid: sessions.sid, account: sessions.account }),
    );
    const seen = db.$with('seen').as(
      db
        .update(accounts)
        .set({ lastSignInAt: sql`${value('now')}`, language: sql`${value('language')}` })
        .where(eq(accounts.ouid, value('account')))
        .returning({ ouid: accounts.ouid }),
    );
    const opened = db.$with('opened').as(
      db
        .insert(sessions)
        .values({
          id: value('id'),
          tokenHash: value('tokenHash'),
          sid: sql`coalesce((select sid from ended where account = ${value('account')}), gen_random_uuid()::text)`,
          account: value('account'),
          state: value('state'),
          method: value('method'),
          factors: value('factors'),
          device: value('device'),
          maskedIp: value('maskedIp'),
          usedHandleHash: value('usedHandleHash'),
          createdAt: value('now'),
          provenAt: value('now'),
          lastSeenAt: value('now'),
          expiresAt: value('expiresAt'),
        })
        .returning({ sid: sessions.sid }),
    );
    const recorded = db.$with('recorded').as(
      db
        .insert(auditEvents)
        .values({
          at: value('now'),
          account: value('account'),
          type: 'signIn',
          actor: 'person',
          method: value('method'),
          details: value('details'),
          requestId: value('requestId'),
          maskedIp: value('maskedIp'),
          device: value('device'),
          sid: sql`(select sid from opened)`,
        })
        .returning({ id: auditEvents.id }),
    );
    const forgotten = db.$with('forgotten').as(
      db
        .delete(attempts)
        .where(sql`${attempts.key} = any(${value('failureKeys')})`)
        .returning({ key: attempts.key }),
    );
    const older = db
      .$with('older')
      .as(deletingOlderUses(db, sql`any(${value('quotaKeys')})`, sql`${value('since')}::timestamptz`));
    const known = db.$with('known').as(
      db
        .insert(knownBrowsers)
        // From `seen`, so that the account is locked first, as where it is erased: two requests never wait for each other.
        .select(
          db
            .select({
              account: seen.ouid,
              browserId: sql<string>`${value('browserId')}`.as('browser_id'),
              lastSeenAt: sql<Date>`${value('now')}::timestamptz`.as('last_seen_at'),
            })
            .from(seen),
        )
        .onConflictDoUpdate({
          target: [knownBrowsers.account, knownBrowsers.browserId],
          set: { lastSeenAt: sql`excluded.last_seen_at` },
        })
        .returning({
          // In PostgreSQL, xmax is 0 for a row that was inserted and not updated.
          isInserted: sql<boolean>`xmax = 0`.as('is_inserted'),
          hasOthers:
            sql<boolean>`exists (select 1 from known_browsers k where k.account = ${value('account')} and k.browser_id <> ${value('browserId')})`.as(
              'has_others',
            ),
        }),
    );
    return db
      .with(
        ended,
        seen,
        opened,
        recorded,
        forgotten,
        older,
        known,
        ...(isRemembered ? Object.values(remembering(db)) : []),
      )
      .select({ isInserted: known.isInserted, hasOthers: known.hasOthers })
      .from(known)
      .prepare(isRemembered ? 'complete_and_remember' : 'complete_sign_in');
  });
}
