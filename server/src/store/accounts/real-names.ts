import { minutes } from '@foyer/contract/time';
import { and, desc, eq, gt, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { Random } from '../../platform/random.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Sql } from '../../database/database.ts';
import { hmacSha256, sha256 } from '../../platform/sha256.ts';
import type { Account } from './accounts.ts';
import { idNumberClaims, personSearches } from '../schema/real-name-schema.ts';
import { accounts } from '../schema/schema.ts';

const accountSearch = { lifetime: minutes(15) } as const;

export interface Person {
  name: string;
  idNumber: string;
}

/** The names and ID numbers of the accounts. */
export function realNameStore(db: Sql, clock: Clock, random: Random, secret: string) {
  /** Verified accounts first, then the one used last. */
  const accountsOf = ({ name, idNumber }: Person): Promise<Account[]> =>
    db
      .select()
      .from(accounts)
      .where(and(or(eq(accounts.name, name), eq(accounts.latinName, name)), eq(accounts.idNumber, idNumber)))
      .orderBy(
        sql`${accounts.realNameAt} is null`,
        sql`${accounts.lastSignInAt} desc nulls last`,
        desc(accounts.createdAt),
      );

  return {
    accountsOf,

    /** Returns a handle whether or not an account was found. */
    async createSearch({ name, idNumber }: Person, browserId: string): Promise<string> {
      const handle = random.token();
      const candidates = await accountsOf({ name, idNumber });
      const found = candidates.find(({ mobile, disabledAt }) => mobile !== null && !disabledAt);
      await db.insert(personSearches).values({
        handleHash: sha256(handle),
        // Stored as a keyed hash: it is personal data even when no account has it.
        personHash: hmacSha256(secret, 'person', name, idNumber),
        account: found?.ouid ?? null,
        browserId,
        expiresAt: new Date(clock.now() + accountSearch.lifetime),
      });
      return handle;
    },

    async findSearch(handle: string, browserId: string | undefined) {
      const [found] = await db
        .select({ personHash: personSearches.personHash, ouid: accounts.ouid, mobile: accounts.mobile })
        .from(personSearches)
        .leftJoin(accounts, eq(accounts.ouid, personSearches.account))
        .where(
          and(
            eq(personSearches.handleHash, sha256(handle)),
            eq(personSearches.browserId, browserId ?? ''),
            gt(personSearches.expiresAt, new Date(clock.now())),
          ),
        );
      return found;
    },

    /** The number on record was right, so a claim of another one is dropped. */
    async markIdentityChecked(ouid: string) {
      await db
        .update(accounts)
        .set({ identityCheckedAt: new Date(clock.now()) })
        .where(eq(accounts.ouid, ouid));
      await db.delete(idNumberClaims).where(eq(idNumberClaims.account, ouid));
    },

    /** False where the name is on record: verified, or with an ID number. One name then serves every language. */
    async changeName(ouid: string, name: string): Promise<boolean> {
      const changed = await db
        .update(accounts)
        .set({ name, latinName: null })
        .where(and(eq(accounts.ouid, ouid), isNull(accounts.realNameAt), isNull(accounts.idNumber)))
        .returning({ ouid: accounts.ouid });
      return changed.length > 0;
    },

    /** An earlier verification keeps its time. */
    async markRealNameVerified(ouid: string) {
      await db
        .update(accounts)
        .set({ realNameAt: new Date(clock.now()) })
        .where(and(eq(accounts.ouid, ouid), isNull(accounts.realNameAt)));
    },

    /**
     * Stores an ID number that the person gave in place of the one on record, and replaces an earlier claim. Returns the
     * handle of the claim; undefined when the account has passed the identity check or signed in.
     */
    async claimIdNumber(ouid: string, idNumber: string): Promise<string | undefined> {
      const handle = random.token();
      const claim = { handleHash: sha256(handle), idNumber, claimedAt: new Date(clock.now()) };
      const [account] = await db
        .select({ ouid: accounts.ouid })
        .from(accounts)
        .where(awaitsIdentityCheck(ouid))
        .for('update');
      if (!account) return undefined;
      await db
        .insert(idNumberClaims)
        .values({ account: ouid, ...claim })
        .onConflictDoUpdate({ target: idNumberClaims.account, set: claim });
      return handle;
    },

    /** Makes the claimed ID number the one on record. False when there is no such claim, or it is of no use any more. */
    async confirmIdNumber(ouid: string, claim: { handle: string } | { idNumber: string }): Promise<boolean> {
      const confirmed = db.$with('confirmed').as(
        db
          .delete(idNumberClaims)
          .where(
            and(
              eq(idNumberClaims.account, ouid),
              'handle' in claim
                ? eq(idNumberClaims.handleHash, sha256(claim.handle))
                : eq(idNumberClaims.idNumber, claim.idNumber),
            ),
          )
          .returning({ idNumber: idNumberClaims.idNumber }),
      );
      const corrected = await db
        .with(confirmed)
        .update(accounts)
        .set({ idNumber: sql`(select id_number from confirmed)` })
        .where(and(awaitsIdentityCheck(ouid), sql`exists (select 1 from confirmed)`))
        .returning({ ouid: accounts.ouid });
      return corrected.length > 0;
    },

    /** The claims that are not confirmed yet, oldest first. */
    openClaims: () =>
      db
        .select({
          ouid: accounts.ouid,
          mobile: accounts.mobile,
          email: accounts.email,
          claimedAt: idNumberClaims.claimedAt,
        })
        .from(idNumberClaims)
        .innerJoin(accounts, eq(accounts.ouid, idNumberClaims.account))
        .orderBy(idNumberClaims.claimedAt),
  };
}

const awaitsIdentityCheck = (ouid: string) =>
  and(
    eq(accounts.ouid, ouid),
    isNotNull(accounts.idNumber),
    isNull(accounts.lastSignInAt),
    isNull(accounts.identityCheckedAt),
  );
