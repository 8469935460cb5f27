import { createHmac } from 'node:crypto';
import { and, desc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Random } from '../platform/random.ts';
import type { Clock } from '../platform/clock.ts';
import type { Sql } from '../database/database.ts';
import { personSearch } from '../platform/service-limits.ts';
import type { Account } from './accounts.ts';
import { handleHash } from './codes.ts';
import { accounts, personSearches } from './schema/schema.ts';

export interface Person {
  name: string;
  idNumber: string;
}

/** The people behind the accounts, as far as we know them. */
export function personStore(db: Sql, clock: Clock, chance: Random, secret: string) {
  /** Who was looked for is somebody's, even when we do not know them, so it is not kept as text. */
  const hashOf = ({ name, idNumber }: Person) =>
    createHmac('sha256', secret).update(`person\n${name}\n${idNumber}`).digest('base64url');

  const accountsOf = ({ name, idNumber }: Person): Promise<Account[]> =>
    db
      .select()
      .from(accounts)
      .where(and(eq(accounts.name, name), eq(accounts.idNumber, idNumber)))
      .orderBy(
        sql`${accounts.realNameAt} is null`,
        sql`${accounts.lastSignInAt} desc nulls last`,
        desc(accounts.createdAt),
      );

  return {
    accountsOf,

    /** Gives back the handle of the search. Verified before claimed, then the one that was used last. */
    async search(person: Person, browser: string): Promise<string> {
      const handle = chance.token();
      const found = (await accountsOf(person)).find(({ mobile, disabledAt }) => mobile !== null && !disabledAt);
      await db.insert(personSearches).values({
        handleHash: handleHash(handle),
        person: hashOf(person),
        account: found?.ouid ?? null,
        browser,
        expiresAt: new Date(clock.now() + personSearch.livesFor),
      });
      return handle;
    },

    async searchBehind(handle: string, browser: string | undefined) {
      const [found] = await db
        .select({ person: personSearches.person, ouid: accounts.ouid, mobile: accounts.mobile })
        .from(personSearches)
        .leftJoin(accounts, eq(accounts.ouid, personSearches.account))
        .where(
          and(
            eq(personSearches.handleHash, handleHash(handle)),
            eq(personSearches.browser, browser ?? ''),
            gt(personSearches.expiresAt, new Date(clock.now())),
          ),
        );
      return found;
    },

    /** They are who is on record. */
    async hasProven(ouid: string, tx: Sql) {
      await tx
        .update(accounts)
        .set({ identityCheckedAt: new Date(clock.now()) })
        .where(eq(accounts.ouid, ouid));
    },

    /** Whoever was verified before stays so from then. */
    async isVerified(ouid: string) {
      await db
        .update(accounts)
        .set({ realNameAt: new Date(clock.now()) })
        .where(and(eq(accounts.ouid, ouid), isNull(accounts.realNameAt)));
    },

    /** Only before they have ever been in; false when it is too late. */
    async correct(ouid: string, idNumber: string, tx: Sql): Promise<boolean> {
      const corrected = await tx
        .update(accounts)
        .set({ idNumber })
        .where(
          and(
            eq(accounts.ouid, ouid),
            isNotNull(accounts.idNumber),
            isNull(accounts.lastSignInAt),
            isNull(accounts.identityCheckedAt),
          ),
        )
        .returning({ ouid: accounts.ouid });
      return corrected.length > 0;
    },
  };
}
