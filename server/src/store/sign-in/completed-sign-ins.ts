import type { Language } from '@foyer/contract/language';
import type { SignInMethod } from '@foyer/contract/sign-in-methods';
import {
  type Placeholder,
  SQL,
  type SQLChunk,
  type WithSubquery,
  and,
  eq,
  getTableColumns,
  isNull,
  sql,
} from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Limits } from '../../config/config.ts';
import type { Sql } from '../../database/database.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Random } from '../../platform/random.ts';
import { sha256 } from '../../platform/sha256.ts';
import type { AuditContext } from '../audit.ts';
import { usingVerifiedCode } from '../credentials/code-statements.ts';
import { type CodeLookup, lookupValues } from '../credentials/codes.ts';
import { failuresKey } from '../limits/password-attempts.ts';
import { deletingOlderUses } from '../limits/quotas.ts';
import { remembering } from './remembered-accounts.ts';
import { auditEvents } from '../schema/audit-schema.ts';
import { knownBrowsers } from '../schema/browser-schema.ts';
import { accounts, attempts, sessions } from '../schema/schema.ts';
import { statement } from '../statement.ts';

interface CompletedSignIn {
  account: string;
  state: 'open' | 'awaitingConsent' | 'closing';
  method: SignInMethod;
  factors: string[];
  /** When the person has given these factors; now, if undefined. */
  proven?: { createdAt: Date; provenAt: Date } | undefined;
  language: Language;
  browserId: string;
  /** Others use the computer: it does not become a known browser, and the session ends sooner. */
  shared: boolean;
  /** The sign-in page of this browser offers the account from now on. */
  remember: boolean;
  /** The hash of the handle that was used for this sign-in, if any. */
  usedHandleHash: string | undefined;
  /** A verified code that this sign-in uses, if it was not used before and the account is still as it was read. */
  code: { lookup: CodeLookup; recipient: string; secondFactor: boolean } | undefined;
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
const completing = { alone: completions(false), withCode: completions(true) };

export function completedSignInStore(db: Sql, clock: Clock, random: Random, limits: Limits['session']) {
  return {
    /**
     * Opens the session and writes all that goes with it. Returns its token, which is stored only as a hash. `new` means that
     * the account has signed in before, and never with this browser. Undefined, with nothing written, when the code cannot be
     * used or the account has changed since it was read.
     */
    async add(
      { remember, usedHandleHash = '', code, replaces = '', forget, proven, ...signIn }: CompletedSignIn,
      { requestId, maskedIp, deviceLabel }: AuditContext,
    ): Promise<{ token: string; browser: 'known' | 'new' | 'first' } | undefined> {
      const token = random.token();
      const now = new Date(clock.now());
      const run = completing[code ? 'withCode' : 'alone'][remember ? 'remembering' : 'notRemembering'];
      const [browser] = await run(db).execute({
        ...signIn,
        ...(code && {
          ...lookupValues(code.lookup),
          recipient: code.recipient,
          secondFactor: code.secondFactor,
          usedWithHash: null,
        }),
        now,
        createdAt: proven?.createdAt ?? now,
        provenAt: proven?.provenAt ?? now,
        requestId,
        maskedIp,
        device: deviceLabel,
        details: { factors: signIn.factors },
        id: random.token(16),
        tokenHash: sha256(token),
        usedHandleHash: usedHandleHash || null,
        replaces: sha256(replaces),
        expiresAt: new Date(now.getTime() + (signIn.shared ? limits.shared : limits).absolute),
        failureKeys: forget.failuresOf.map(failuresKey),
        quotaKeys: forget.quotaKeys,
        deletedUntil: new Date(now.getTime() - forget.window),
      });
      if (!browser && code) return undefined;
      if (!browser) throw new Error('The account has been erased');
      if (!browser.isInserted) return { token, browser: 'known' };
      return { token, browser: browser.hasOthers ? 'new' : 'first' };
    },
  };
}

function completions(usesCode: boolean) {
  return { remembering: completion(usesCode, true), notRemembering: completion(usesCode, false) };
}

/**
 * Everything that a sign-in writes is one statement: the person waits for it, and one statement takes little longer than a
 * single write. With a code, everything depends on `signedIn`, `signedIn` on the code, and the code on the account: so nothing is
 * written with a code that cannot be used, nor for an account that another request has changed. The values that must not
 * have changed are parameters, because PostgreSQL compares them again after it has waited for the other request.
 */
function completion(usesCode: boolean, remember: boolean) {
  return statement((db) => {
    const locked = db.$with('locked').as(
      db
        .select({ ouid: accounts.ouid })
        .from(accounts)
        .where(
          and(
            eq(accounts.ouid, value('account')),
            sql`${value('recipient')} in (${accounts.mobile}, ${accounts.email})`,
            eq(accounts.secondFactor, value('secondFactor')),
            isNull(accounts.disabledAt),
          ),
        )
        .for('no key update'),
    );
    const used = db.$with('used').as(usingVerifiedCode(db, sql`exists (select 1 from ${locked})`));
    const signedIn = db.$with('signed_in').as(
      db
        .update(accounts)
        .set({ lastSignInAt: sql`${value('now')}`, language: sql`${value('language')}` })
        .where(and(eq(accounts.ouid, value('account')), usesCode ? sql`exists (select 1 from ${used})` : undefined))
        .returning({ ouid: accounts.ouid }),
    );
    const isSignedIn = sql`exists (select 1 from ${signedIn})`;
    const ended = db.$with('ended').as(
      db
        .delete(sessions)
        .where(and(eq(sessions.tokenHash, value('replaces')), isSignedIn))
        .returning({ sid: sessions.sid, account: sessions.account, shared: sessions.shared }),
    );
    const opened = db.$with('opened', { sid: sessions.sid }).as(
      inserting(sessions, signedIn, {
        id: value('id'),
        tokenHash: value('tokenHash'),
        sid: sql`coalesce((select sid from ended where account = ${value('account')} and shared = ${value('shared')}), gen_random_uuid()::text)`,
        account: value('account'),
        state: value('state'),
        method: value('method'),
        factors: value('factors'),
        device: value('device'),
        maskedIp: value('maskedIp'),
        usedHandleHash: value('usedHandleHash'),
        createdAt: value('createdAt'),
        provenAt: value('provenAt'),
        lastSeenAt: value('now'),
        expiresAt: value('expiresAt'),
        shared: value('shared'),
      }),
    );
    const recorded = db.$with('recorded', { sid: auditEvents.sid }).as(
      inserting(auditEvents, opened, {
        at: value('now'),
        account: value('account'),
        type: 'signIn',
        actor: 'person',
        method: value('method'),
        details: value('details'),
        requestId: value('requestId'),
        maskedIp: value('maskedIp'),
        device: value('device'),
        sid: sql`${opened.sid}`,
      }),
    );
    const forgotten = db.$with('forgotten').as(
      db
        .delete(attempts)
        .where(and(sql`${attempts.key} = any(${value('failureKeys')})`, isSignedIn))
        .returning({ key: attempts.key }),
    );
    const older = db
      .$with('older')
      .as(
        deletingOlderUses(db, sql`any(${value('quotaKeys')})`, sql`${value('deletedUntil')}::timestamptz`, isSignedIn),
      );
    const known = db.$with('known').as(
      db
        .insert(knownBrowsers)
        .select(
          db
            .select({
              account: signedIn.ouid,
              browserId: sql<string>`${value('browserId')}`.as('browser_id'),
              lastSeenAt: sql<Date>`${value('now')}::timestamptz`.as('last_seen_at'),
            })
            .from(signedIn)
            .where(sql`not ${value('shared')}::boolean`),
        )
        .onConflictDoUpdate({
          target: [knownBrowsers.account, knownBrowsers.browserId],
          set: { lastSeenAt: sql`excluded.last_seen_at` },
        })
        // In PostgreSQL, xmax is 0 for a row that was inserted and not updated.
        .returning({ isInserted: sql<boolean>`xmax = 0`.as('is_inserted') }),
    );
    const isKnown = (is: SQL) =>
      sql<boolean>`exists (select 1 from known_browsers k where k.account = ${value('account')} and k.browser_id ${is} ${value('browserId')})`;
    return db
      .with(
        // The account is locked before the code and the sessions, as where it is erased, so that two requests cannot deadlock.
        ...(usesCode ? [locked, used] : []),
        signedIn,
        ended,
        opened,
        recorded,
        forgotten,
        older,
        known,
        ...(remember ? Object.values(remembering(db, signedIn)) : []),
      )
      .select({
        isInserted: sql<boolean>`coalesce((select is_inserted from ${known}), not ${isKnown(sql`=`)})`,
        hasOthers: isKnown(sql`<>`),
      })
      .from(signedIn)
      .prepare(`complete_sign_in${usesCode ? '_with_code' : ''}${remember ? '_and_remember' : ''}`);
  });
}

/** A statement that inserts a row with these values if `from` gives a row, and returns its `sid`. */
function inserting(table: PgTable, from: WithSubquery, values: Record<string, Placeholder | SQL | string>): SQL {
  const columns = Object.entries(getTableColumns(table)).filter(([name]) => name in values);
  const names = columns.map(([, { name }]) => sql.identifier(name));
  const row = columns.map(([name, column]) => {
    const given = values[name];
    return given instanceof SQL ? given : sql`${sql.param(given, column)}`;
  });
  const list = (parts: SQLChunk[]) => sql.join(parts, sql`, `);
  return sql`insert into ${table} (${list(names)}) select ${list(row)} from ${from} returning sid`;
}
