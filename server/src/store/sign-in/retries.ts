import { type SQLWrapper, and, eq, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import type { Clock } from '../../platform/clock.ts';
import type { Sql } from '../../database/database.ts';
import { retry } from '../retry-window.ts';
import { pendingSignIn } from './pending-sign-ins.ts';
import { hmacSha256, sha256 } from '../../platform/sha256.ts';
import type { CodeLookup } from '../credentials/codes.ts';
import type { Scan } from './scans.ts';
import { accessCodes } from '../schema/company-schema.ts';
import { accounts, codes, pendingSignIns, scans, sessions } from '../schema/schema.ts';

interface OneClick {
  contextId: string;
  browserId: string | undefined;
  app: Scan['app'];
}

/** What a browser may request again for a minute because the response was lost. */
export function retryStore(db: Sql, clock: Clock, secret: string) {
  /** A verified code that this browser has just used; with `usedWith`, only if it was used with this value. */
  const usedCode = ({ serviceId, browserId, bizTypes }: CodeLookup, usedWith: string | undefined) =>
    and(
      eq(codes.handleHash, sha256(serviceId)),
      eq(codes.browserId, browserId ?? ''),
      inArray(codes.bizType, [...bizTypes]),
      gt(codes.usedAt, new Date(clock.now() - retry.window)),
      usedWith === undefined ? undefined : eq(codes.usedWithHash, hmacSha256(secret, serviceId, usedWith)),
    );

  const usedOneClick = ({ contextId, browserId, app }: OneClick) =>
    and(
      eq(scans.contextHash, sha256(contextId)),
      eq(scans.browserId, browserId ?? ''),
      eq(scans.contextFor, 'oneClick'),
      eq(scans.app, app),
      gt(scans.usedAt, new Date(clock.now() - retry.window)),
    );

  async function revokeByHandle(handleHash: SQLWrapper): Promise<string | undefined> {
    // The row of the account is locked before its sessions, as by a sign-out everywhere: so the two cannot deadlock.
    const holders = [sessions, pendingSignIns].map((table) =>
      inArray(
        accounts.ouid,
        db.select({ ouid: table.account }).from(table).where(inArray(table.usedHandleHash, handleHash)),
      ),
    );
    await db
      .select({ ouid: accounts.ouid })
      .from(accounts)
      .where(or(...holders))
      .for('no key update');
    const before = new Date(clock.now() - retry.after);
    const [session] = await db
      .delete(sessions)
      .where(and(inArray(sessions.usedHandleHash, handleHash), lte(sessions.createdAt, before)))
      .returning({ account: sessions.account });
    if (session) return session.account;
    const [pending] = await db
      .delete(pendingSignIns)
      .where(
        and(
          inArray(pendingSignIns.usedHandleHash, handleHash),
          isNull(pendingSignIns.usedAt),
          lte(pendingSignIns.expiresAt, new Date(before.getTime() + pendingSignIn.lifetime)),
        ),
      )
      .returning({ account: pendingSignIns.account });
    return pending?.account;
  }

  return {
    /** Whether the code was used with this value: then the response is the same, and nothing is done again. */
    async wasUsedWith(lookup: CodeLookup, usedWith: string): Promise<boolean> {
      const [used] = await db
        .select({ one: sql`1` })
        .from(codes)
        .where(usedCode(lookup, usedWith));
      return used !== undefined;
    },

    /** The identity check that this browser has just passed. */
    async findPassedIdentityCheck(handleHash: string, browserId: string | undefined) {
      const [passed] = await db
        .select({ account: pendingSignIns.account })
        .from(pendingSignIns)
        .where(
          and(
            eq(pendingSignIns.handleHash, handleHash),
            eq(pendingSignIns.awaiting, 'identityCheck'),
            eq(pendingSignIns.browserId, browserId ?? ''),
            gt(pendingSignIns.usedAt, new Date(clock.now() - retry.window)),
          ),
        );
      return passed;
    },

    /**
     * Deletes the session or pending sign-in that this browser has just been given for the code, so that it can be given
     * again, and returns its account. One of several concurrent requests succeeds. Undefined once the session has been
     * ended or the pending sign-in has been used.
     */
    revokeSignIn: (lookup: CodeLookup, usedWith?: string) =>
      revokeByHandle(db.select({ hash: codes.handleHash }).from(codes).where(usedCode(lookup, usedWith))),

    /** The same for a pending sign-in that this browser has just completed. */
    revokeCompleted: (handleHash: string) =>
      revokeByHandle(
        db
          .select({ hash: pendingSignIns.handleHash })
          .from(pendingSignIns)
          .where(
            and(
              eq(pendingSignIns.handleHash, handleHash),
              gt(pendingSignIns.usedAt, new Date(clock.now() - retry.window)),
            ),
          ),
      ),

    /** The same for a one-click sign-in. */
    revokeOneClick: (click: OneClick) =>
      revokeByHandle(db.select({ hash: scans.contextHash }).from(scans).where(usedOneClick(click))),

    /** The same for an access code. The caller has checked that it belongs to this browser. */
    revokeSsoSignIn: (accessCode: string) =>
      revokeByHandle(
        db
          .select({ hash: accessCodes.codeHash })
          .from(accessCodes)
          .where(eq(accessCodes.codeHash, sha256(accessCode))),
      ),

    async findOneClickScan(click: OneClick): Promise<Scan | undefined> {
      const [scan] = await db.select().from(scans).where(usedOneClick(click));
      return scan;
    },
  };
}
