import { createHmac, hash } from 'node:crypto';
import type { Principal } from '@foyer/contract/rules/account-rules';
import { code as limits } from '@foyer/contract/limits';
import type { BizType } from '@foyer/contract/flows/send-code';
import { and, eq, gt, inArray, isNotNull, isNull, lt, ne, sql } from 'drizzle-orm';
import type { Clock } from '../platform/clock.ts';
import type { Sql } from '../database/database.ts';
import { proof as proofLimits } from '../platform/service-limits.ts';
import { codes } from './schema/schema.ts';

export type { BizType };

export interface NewCode {
  serviceId: string;
  code: string;
  bizType: BizType;
  principal: Principal;
  browser: string;
  account: string | undefined;
  /** The handle that it is sent for, where an earlier step gave one. */
  heldBy: string | undefined;
}

/** That a code arrived: whose address it is, and what it was sent for. */
export interface Proof {
  bizType: BizType;
  principal: Principal;
  account: string | undefined;
  /** The hash of the handle it was sent for. */
  heldBy: string | undefined;
}

export interface Asking {
  serviceId: string;
  browser: string | undefined;
  /** For which of these; a proof of another kind is as unknown as none. */
  bizTypes: readonly BizType[];
}

type Row = typeof codes.$inferSelect;
export type Standing = { is: 'unknown' } | { is: 'over' | 'guessedAt' | 'unverified' | 'verified'; proof: Proof };

export const handleHash = (handle: string) => hash('sha256', handle, 'base64url');

/** Salted by the serviceId, which is stored nowhere: the database alone does not tell what was said. */
export const saidHash = (secret: string, serviceId: string, said: string) =>
  createHmac('sha256', secret).update(`${serviceId}\n${said}`).digest('base64url');

/** Codes, and the proofs that come of them. Each belongs to one serviceId, one address, one purpose and one browser. */
export function codeStore(db: Sql, clock: Clock, secret: string) {
  const hashOf = (serviceId: string, said: string) => saidHash(secret, serviceId, said);

  const mine = ({ serviceId, browser, bizTypes }: Asking) =>
    and(
      eq(codes.handleHash, handleHash(serviceId)),
      eq(codes.browser, browser ?? ''),
      inArray(codes.bizType, [...bizTypes]),
    );

  /** Neither used, nor over, nor guessed at too often. */
  const alive = () =>
    and(isNull(codes.spentAt), gt(codes.expiresAt, new Date(clock.now())), lt(codes.tries, limits.tries));

  return {
    async add({ serviceId, code, principal, heldBy, account, ...rest }: NewCode) {
      const now = clock.now();
      await db.insert(codes).values({
        ...rest,
        handleHash: handleHash(serviceId),
        kind: principal.kind,
        address: principal.value,
        account: account ?? null,
        heldBy: heldBy === undefined ? null : handleHash(heldBy),
        codeHash: hashOf(serviceId, code),
        createdAt: new Date(now),
        expiresAt: new Date(now + limits.lifetime),
      });
    },

    /** It never left. */
    async remove(serviceId: string) {
      await db.delete(codes).where(eq(codes.handleHash, handleHash(serviceId)));
    },

    /** A newer one has left: the older ones to this address, for this purpose, are over. */
    async endOlder({ serviceId, principal, bizType }: Pick<NewCode, 'serviceId' | 'principal' | 'bizType'>) {
      const now = new Date(clock.now());
      await db
        .update(codes)
        .set({ expiresAt: now })
        .where(
          and(
            eq(codes.address, principal.value),
            eq(codes.bizType, bizType),
            ne(codes.handleHash, handleHash(serviceId)),
            isNull(codes.verifiedAt),
            gt(codes.expiresAt, now),
          ),
        );
    },

    /** Where it stands, without trying or spending anything; `guessedAt` too often, it proves nothing any more. */
    async standing(asking: Asking): Promise<Standing> {
      const [row] = await db.select().from(codes).where(mine(asking));
      if (!row) return { is: 'unknown' };
      const proof = proofOf(row);
      if (row.spentAt !== null || row.expiresAt.getTime() <= clock.now()) return { is: 'over', proof };
      if (row.tries >= limits.tries) return { is: 'guessedAt', proof };
      return { is: row.verifiedAt ? 'verified' : 'unverified', proof };
    },

    /**
     * Counts a try and compares, in one statement. The right code is a proof from then on, and so it stays for whoever
     * asks again. Undefined when there are no tries left or it is over.
     */
    async compare(
      asking: Asking,
      code: string,
    ): Promise<{ right: boolean; triesLeft: number; proof: Proof } | undefined> {
      const now = clock.now();
      const isRight = sql`${codes.codeHash} = ${hashOf(asking.serviceId, code)}`;
      const isFirst = sql`${isRight} and ${codes.verifiedAt} is null`;
      const [row] = await db
        .update(codes)
        .set({
          tries: sql`${codes.tries} + case when ${isRight} then 0 else 1 end`,
          verifiedAt: sql`case when ${isFirst} then ${at(now)} else ${codes.verifiedAt} end`,
          expiresAt: sql`case when ${isFirst} then ${at(now + proofLimits.livesFor)} else ${codes.expiresAt} end`,
        })
        .where(and(mine(asking), alive()))
        .returning();
      if (!row) return undefined;
      const right = row.codeHash === hashOf(asking.serviceId, code);
      return { right, triesLeft: limits.tries - row.tries, proof: proofOf(row) };
    },

    /** It was shown for something that it is not for, in whatever browser: a try less. Undefined where there was none. */
    async countMisuse(serviceId: string): Promise<Principal | undefined> {
      const [row] = await db
        .update(codes)
        .set({ tries: sql`${codes.tries} + 1` })
        .where(and(eq(codes.handleHash, handleHash(serviceId)), alive()))
        .returning();
      return row && proofOf(row).principal;
    },

    /**
     * Uses the proof up, once, and remembers what for; undefined for one that is not this browser's, not of these kinds,
     * not verified, or over.
     */
    async spendProof(asking: Asking, said?: string): Promise<Proof | undefined> {
      const spentAt = new Date(clock.now());
      const spentOn = said === undefined ? null : hashOf(asking.serviceId, said);
      const [row] = await db
        .update(codes)
        .set({ spentAt, spentOn })
        .where(and(mine(asking), isNotNull(codes.verifiedAt), alive()))
        .returning();
      return row && proofOf(row);
    },

    /** Whether this browser has just proven this address and not used it yet. */
    async hasProven({ kind, value }: Principal, browser: string | undefined): Promise<boolean> {
      const [row] = await db
        .select({ one: sql`1` })
        .from(codes)
        .where(
          and(
            eq(codes.kind, kind),
            eq(codes.address, value),
            eq(codes.browser, browser ?? ''),
            isNotNull(codes.verifiedAt),
            isNull(codes.spentAt),
            gt(codes.expiresAt, new Date(clock.now())),
          ),
        )
        .limit(1);
      return row !== undefined;
    },

    /**
     * Whom this browser has made with this proof, and whether by saying the same; it may ask once more, while the proof
     * would live, if the answer was lost.
     */
    async madeBy(asking: Asking, said: string): Promise<{ ouid: string; same: boolean } | undefined> {
      const [row] = await db
        .select({ ouid: codes.account, spentOn: codes.spentOn })
        .from(codes)
        .where(and(mine(asking), isNotNull(codes.spentAt), gt(codes.expiresAt, new Date(clock.now()))));
      return row?.ouid ? { ouid: row.ouid, same: row.spentOn === hashOf(asking.serviceId, said) } : undefined;
    },

    /** Remembers whom a proof has made. */
    async made(serviceId: string, account: string) {
      await db
        .update(codes)
        .set({ account })
        .where(eq(codes.handleHash, handleHash(serviceId)));
    },

    /** Remembers what it was used up for in the end. */
    async spentOn(serviceId: string, said: string) {
      await db
        .update(codes)
        .set({ spentOn: hashOf(serviceId, said) })
        .where(eq(codes.handleHash, handleHash(serviceId)));
    },
  };
}

const proofOf = ({ bizType, kind, address, account, heldBy }: Row): Proof => ({
  bizType: bizType as BizType,
  principal: { kind, value: address },
  account: account ?? undefined,
  heldBy: heldBy ?? undefined,
});

const at = (time: number) => sql`${new Date(time).toISOString()}::timestamptz`;
