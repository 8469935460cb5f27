import type { Principal } from '@foyer/contract/rules/account-rules';
import { code as limits } from '@foyer/contract/limits';
import type { BizType } from '@foyer/contract/flows/send-code';
import { and, eq, gt, inArray, isNotNull, isNull, lt, lte, ne, sql } from 'drizzle-orm';
import type { Clock } from '../platform/clock.ts';
import type { Sql } from '../database/database.ts';
import { retry, verifiedCode as verifiedCodeLimits } from '../platform/service-limits.ts';
import { hmacSha256, sha256 } from '../platform/sha256.ts';
import { codes } from './schema/schema.ts';
import { sqlTime } from './schema/timestamp.ts';

export interface NewCode {
  serviceId: string;
  code: string;
  bizType: BizType;
  recipient: Principal;
  browserId: string;
  account: string | undefined;
  /** The handle of the earlier step that the code was requested with. */
  previousHandle: string | undefined;
}

/** What a code was sent for. Once it is verified, the person is known to receive messages at the recipient. */
export interface CodeDetails {
  bizType: BizType;
  recipient: Principal;
  account: string | undefined;
  previousHandleHash: string | undefined;
}

/** A code is found only in its own browser and for its own purpose. */
export interface CodeLookup {
  serviceId: string;
  browserId: string | undefined;
  bizTypes: readonly BizType[];
}

type Row = typeof codes.$inferSelect;
export type CodeStatus =
  | { is: 'unknown' }
  | { is: 'usedOrExpired' | 'tooManyAttempts' | 'unverified' | 'verified'; details: CodeDetails };

/** One-time codes, sent and verified. Each belongs to one serviceId, recipient, purpose and browser. */
export function codeStore(db: Sql, clock: Clock, secret: string) {
  // The serviceId acts as a salt. It is stored only as a hash, so the database alone does not reveal the value.
  const keyedHash = (serviceId: string, value: string) => hmacSha256(secret, serviceId, value);

  // Conditions of SQL statements.
  const hasHandle = ({ serviceId, browserId, bizTypes }: CodeLookup) =>
    and(
      eq(codes.handleHash, sha256(serviceId)),
      eq(codes.browserId, browserId ?? ''),
      inArray(codes.bizType, [...bizTypes]),
    );

  const isUsable = () =>
    and(isNull(codes.usedAt), gt(codes.expiresAt, new Date(clock.now())), lt(codes.failedAttempts, limits.maxAttempts));

  return {
    async add({ serviceId, code, recipient, previousHandle, account, ...rest }: NewCode) {
      const now = clock.now();
      await db.insert(codes).values({
        ...rest,
        handleHash: sha256(serviceId),
        kind: recipient.kind,
        recipient: recipient.value,
        account: account ?? null,
        previousHandleHash: previousHandle === undefined ? null : sha256(previousHandle),
        codeHash: keyedHash(serviceId, code),
        createdAt: new Date(now),
        expiresAt: new Date(now + limits.lifetime),
      });
    },

    async remove(serviceId: string) {
      await db.delete(codes).where(eq(codes.handleHash, sha256(serviceId)));
    },

    /**
     * Expires the earlier codes to the same recipient for the same purpose in the same browser. Codes of other browsers
     * stay: a stranger must not be able to end the owner's code.
     */
    async expireOlder({
      serviceId,
      recipient,
      bizType,
      browserId,
    }: Pick<NewCode, 'serviceId' | 'recipient' | 'bizType' | 'browserId'>) {
      const now = new Date(clock.now());
      await db
        .update(codes)
        .set({ expiresAt: now })
        .where(
          and(
            eq(codes.recipient, recipient.value),
            eq(codes.bizType, bizType),
            eq(codes.browserId, browserId),
            ne(codes.handleHash, sha256(serviceId)),
            isNull(codes.verifiedAt),
            gt(codes.expiresAt, now),
          ),
        );
    },

    /** Counts no attempt and uses nothing. */
    async status(lookup: CodeLookup): Promise<CodeStatus> {
      const [row] = await db.select().from(codes).where(hasHandle(lookup));
      if (!row) return { is: 'unknown' };
      const details = detailsOf(row);
      if (row.usedAt !== null || row.expiresAt.getTime() <= clock.now()) return { is: 'usedOrExpired', details };
      if (row.failedAttempts >= limits.maxAttempts) return { is: 'tooManyAttempts', details };
      return { is: row.verifiedAt ? 'verified' : 'unverified', details };
    },

    /**
     * Counts the attempt and compares the code in one statement. The right code is then verified; comparing it again gives
     * the same result. Undefined when no attempt is left or the code has expired.
     */
    async compare(
      lookup: CodeLookup,
      code: string,
    ): Promise<{ isRight: boolean; attemptsLeft: number; details: CodeDetails } | undefined> {
      const now = clock.now();
      const isRight = sql`${codes.codeHash} = ${keyedHash(lookup.serviceId, code)}`;
      const isFirst = sql`${isRight} and ${codes.verifiedAt} is null`;
      const [row] = await db
        .update(codes)
        .set({
          failedAttempts: sql`${codes.failedAttempts} + case when ${isRight} then 0 else 1 end`,
          verifiedAt: sql`case when ${isFirst} then ${sqlTime(now)} else ${codes.verifiedAt} end`,
          expiresAt: sql`case when ${isFirst} then ${sqlTime(now + verifiedCodeLimits.lifetime)} else ${codes.expiresAt} end`,
        })
        .where(and(hasHandle(lookup), isUsable()))
        .returning();
      return (
        row && {
          isRight: row.codeHash === keyedHash(lookup.serviceId, code),
          attemptsLeft: limits.maxAttempts - row.failedAttempts,
          details: detailsOf(row),
        }
      );
    },

    /**
     * Counts a failed attempt for a serviceId that was sent for another purpose or from another browser. Returns the
     * recipient of the code, or undefined when there is no such code.
     */
    async countMisuse(serviceId: string): Promise<Principal | undefined> {
      const [row] = await db
        .update(codes)
        .set({ failedAttempts: sql`${codes.failedAttempts} + 1` })
        .where(and(eq(codes.handleHash, sha256(serviceId)), isUsable()))
        .returning();
      return row && detailsOf(row).recipient;
    },

    /** Uses a verified code, once. `usedWith` is the value that a repeated request must send again to get the same response. */
    async useVerified(lookup: CodeLookup, usedWith?: string): Promise<CodeDetails | undefined> {
      const usedWithHash = usedWith === undefined ? null : keyedHash(lookup.serviceId, usedWith);
      const [row] = await db
        .update(codes)
        .set({ usedAt: new Date(clock.now()), usedWithHash })
        .where(and(hasHandle(lookup), isNotNull(codes.verifiedAt), isUsable()))
        .returning();
      return row && detailsOf(row);
    },

    /** Whether this browser has verified a code to the recipient and not used it yet. */
    async hasVerified({ kind, value }: Principal, browserId: string | undefined): Promise<boolean> {
      const [row] = await db
        .select({ one: sql`1` })
        .from(codes)
        .where(
          and(
            eq(codes.kind, kind),
            eq(codes.recipient, value),
            eq(codes.browserId, browserId ?? ''),
            isNotNull(codes.verifiedAt),
            isNull(codes.usedAt),
            gt(codes.expiresAt, new Date(clock.now())),
          ),
        )
        .limit(1);
      return row !== undefined;
    },

    /** The account that was created with this code, for a browser whose first response was lost. */
    async findCreatedAccount(
      lookup: CodeLookup,
      usedWith: string,
    ): Promise<{ ouid: string; sameValue: boolean } | undefined> {
      const [row] = await db
        .select({ ouid: codes.account, usedWithHash: codes.usedWithHash })
        .from(codes)
        .where(and(hasHandle(lookup), isNotNull(codes.usedAt), gt(codes.expiresAt, new Date(clock.now()))));
      if (!row?.ouid) return undefined;
      return { ouid: row.ouid, sameValue: row.usedWithHash === keyedHash(lookup.serviceId, usedWith) };
    },

    async setCreatedAccount(serviceId: string, account: string) {
      await db
        .update(codes)
        .set({ account })
        .where(eq(codes.handleHash, sha256(serviceId)));
    },

    /**
     * Replaces the value that a used code was used with. False a moment after its last use: then several requests were
     * sent at once, and only one of them may succeed.
     */
    async changeUsedWith(serviceId: string, usedWith: string): Promise<boolean> {
      const now = clock.now();
      const changed = await db
        .update(codes)
        .set({ usedAt: new Date(now), usedWithHash: keyedHash(serviceId, usedWith) })
        .where(and(eq(codes.handleHash, sha256(serviceId)), lte(codes.usedAt, new Date(now - retry.after))))
        .returning({ bizType: codes.bizType });
      return changed.length > 0;
    },
  };
}

const detailsOf = ({ bizType, kind, recipient, account, previousHandleHash }: Row): CodeDetails => ({
  bizType: bizType as BizType,
  recipient: { kind, value: recipient },
  account: account ?? undefined,
  previousHandleHash: previousHandleHash ?? undefined,
});
