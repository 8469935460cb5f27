import { minutes } from '@foyer/contract/time';
import type { Principal } from '@foyer/contract/rules/account-rules';
import { code as limits } from '@foyer/contract/limits';
import type { BizType } from '@foyer/contract/flows/send-code';
import { and, desc, eq, gt, inArray, isNotNull, isNull, lt, lte, ne, sql } from 'drizzle-orm';
import type { Clock } from '../../platform/clock.ts';
import type { Sql } from '../../database/database.ts';
import { retry } from '../retry-window.ts';
import { hmacSha256, sha256 } from '../../platform/sha256.ts';
import {
  type Details,
  comparing,
  countingMisuse,
  findingUsed,
  readingStatus,
  usingVerified,
} from './code-statements.ts';
import { type Quota, quotaValues } from '../limits/quotas.ts';
import { codes } from '../schema/schema.ts';

/** A code that was verified and not used yet. */
export const verifiedCode = { lifetime: minutes(10) } as const;

export interface NewCode {
  serviceId: string;
  code: string;
  bizType: BizType;
  recipient: Principal;
  browserId: string;
  account: string | undefined;
  /** The handle of the earlier step that the code was requested with. */
  previousHandle: string | undefined;
  /** The serviceId, encrypted. */
  sealedServiceId?: string | undefined;
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

export type CodeStatus =
  | { is: 'unknown' }
  | {
      is: 'usedOrExpired' | 'tooManyAttempts' | 'unverified' | 'verified';
      details: CodeDetails;
      /** The account of the recipient has signed in with this browser before. */
      isKnownBrowser: boolean;
    };

type Comparison =
  | { is: 'compared'; isRight: boolean; attemptsLeft: number }
  /** No attempt is left, or the code has expired. */
  | { is: 'notUsable' }
  /** A limit of the quota is reached. */
  | { is: 'refused' };

/** One-time codes, sent and verified. Each belongs to one serviceId, recipient, purpose and browser. */
export function codeStore(db: Sql, clock: Clock, secret: string) {
  // The serviceId acts as a salt. It is stored only as a hash, so the database alone does not reveal the value.
  const keyedHash = (serviceId: string, value: string) => hmacSha256(secret, serviceId, value);

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

    /**
     * The codes to this recipient, of an account or of a browser, that can still be entered and whose serviceId can be handed
     * over; the newest first.
     */
    living: (of: { account: string } | { browserId: string }, bizType: BizType, { kind, value }: Principal) =>
      db
        .select({ browserId: codes.browserId, sealedServiceId: codes.sealedServiceId })
        .from(codes)
        .where(
          and(
            eq(codes.recipient, value),
            eq(codes.bizType, bizType),
            eq(codes.kind, kind),
            'account' in of ? eq(codes.account, of.account) : eq(codes.browserId, of.browserId),
            isNotNull(codes.sealedServiceId),
            isNull(codes.usedAt),
            isNull(codes.verifiedAt),
            gt(codes.expiresAt, new Date(clock.now())),
            lt(codes.failedAttempts, limits.maxAttempts),
          ),
        )
        .orderBy(desc(codes.createdAt)),

    /** Where a code was asked for whose serviceId can be handed over. */
    async originOf(serviceId: string, account: string, bizType: BizType) {
      const [row] = await db
        .select({ browserId: codes.browserId, kind: codes.kind, value: codes.recipient })
        .from(codes)
        .where(
          and(
            eq(codes.handleHash, sha256(serviceId)),
            eq(codes.account, account),
            eq(codes.bizType, bizType),
            isNotNull(codes.sealedServiceId),
          ),
        );
      return row;
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
      const [row] = await readingStatus(db).execute(lookupValues(lookup));
      if (!row) return { is: 'unknown' };
      const { isKnownBrowser } = row;
      const details = detailsOf(row);
      const is =
        row.usedAt !== null || row.expiresAt.getTime() <= clock.now()
          ? 'usedOrExpired'
          : row.failedAttempts >= limits.maxAttempts
            ? 'tooManyAttempts'
            : row.verifiedAt
              ? 'verified'
              : 'unverified';
      return { is, details, isKnownBrowser };
    },

    /**
     * Counts the attempt and compares the code in one statement. The right code is then verified; comparing it again gives
     * the same result. A wrong code also consumes a use of the quota; the right one deletes the uses that are older than
     * `window`. Where a limit of the quota is reached, not even the right code is verified.
     */
    async compare(lookup: CodeLookup, code: string, quota: Quota, window: number): Promise<Comparison> {
      const now = clock.now();
      const [row] = await comparing(db).execute({
        ...lookupValues(lookup),
        ...quotaValues(quota, now),
        now: new Date(now),
        codeHash: keyedHash(lookup.serviceId, code),
        verifiedUntil: new Date(now + verifiedCode.lifetime),
        deletedUntil: new Date(now - window),
      });
      if (!row) return { is: 'notUsable' };
      if (row.failedAttempts === null) return { is: 'refused' };
      return { is: 'compared', isRight: row.isRight, attemptsLeft: limits.maxAttempts - row.failedAttempts };
    },

    /**
     * Counts a failed attempt for a serviceId that was sent for another purpose or from another browser. Returns the
     * recipient of the code, or undefined when there is no such code.
     */
    async countMisuse(serviceId: string): Promise<Principal | undefined> {
      const [row] = await countingMisuse(db).execute({ handleHash: sha256(serviceId), now: new Date(clock.now()) });
      return row && { kind: row.kind, value: row.recipient };
    },

    /** Uses a verified code, once. `usedWith` is the value that a repeated request must send again to get the same response. */
    async useVerified(lookup: CodeLookup, usedWith?: string): Promise<CodeDetails | undefined> {
      const usedWithHash = usedWith === undefined ? null : keyedHash(lookup.serviceId, usedWith);
      const [row] = await usingVerified(db).execute({
        ...lookupValues(lookup),
        now: new Date(clock.now()),
        usedWithHash,
      });
      return row && detailsOf(row);
    },

    /** Uses a code that this browser has verified at the recipient, sent with this handle of an earlier step. */
    async useVerifiedAt({ kind, value }: Principal, lookup: Omit<CodeLookup, 'serviceId'>, previousHandle: string) {
      const now = new Date(clock.now());
      const used = await db
        .update(codes)
        .set({ usedAt: now })
        .where(
          and(
            eq(codes.kind, kind),
            eq(codes.recipient, value),
            eq(codes.browserId, lookup.browserId ?? ''),
            inArray(codes.bizType, [...lookup.bizTypes]),
            eq(codes.previousHandleHash, sha256(previousHandle)),
            isNotNull(codes.verifiedAt),
            isNull(codes.usedAt),
            gt(codes.expiresAt, now),
          ),
        )
        .returning({ bizType: codes.bizType });
      return used.length > 0;
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
      const [row] = await findingUsed(db).execute({ ...lookupValues(lookup), now: new Date(clock.now()) });
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
     * Replaces the value that a used code was used with. False within a second of the last use: then the requests are
     * concurrent, and only one of them may succeed.
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

/** The values of the placeholders by which the statements find a code. */
export const lookupValues = ({ serviceId, browserId = '', bizTypes }: CodeLookup) => ({
  handleHash: sha256(serviceId),
  codeBrowserId: browserId,
  bizTypes,
});

const detailsOf = ({ bizType, kind, recipient, account, previousHandleHash }: Details): CodeDetails => ({
  bizType: bizType as BizType,
  recipient: { kind, value: recipient },
  account: account ?? undefined,
  previousHandleHash: previousHandleHash ?? undefined,
});
