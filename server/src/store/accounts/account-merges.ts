import { eq, sql } from 'drizzle-orm';
import type { Sql } from '../../database/database.ts';
import type { Account } from './accounts.ts';
import { accountAttributes } from '../schema/attribute-schema.ts';
import { accountRoles, oidcPermissions } from '../schema/oidc-schema.ts';
import { passkeys } from '../schema/passkey-schema.ts';
import { accounts, agreements, identities } from '../schema/schema.ts';

/** What the remaining account takes over of the columns of the other one. */
export type MergedFields = Pick<
  Account,
  | 'externalId'
  | 'mobile'
  | 'email'
  | 'name'
  | 'latinName'
  | 'idNumber'
  | 'realNameAt'
  | 'identityCheckedAt'
  | 'language'
  | 'secondFactor'
>;

/** Moves what belongs to a person from one account to another. Each method runs in a transaction that has locked both. */
export function accountMergeStore(db: Sql) {
  async function movePasskeys(from: string, into: string, userHandle: string): Promise<number> {
    // Deleted and added again rather than changed: triggers count the passkeys of each account.
    const moved = await db.delete(passkeys).where(eq(passkeys.account, from)).returning();
    const rows = moved.map((passkey) => ({ ...passkey, account: into, userHandle: passkey.userHandle ?? userHandle }));
    if (rows.length > 0) await db.insert(passkeys).values(rows);
    return rows.length;
  }

  async function moveAgreements(from: string, into: string) {
    const given = await db.select().from(agreements).where(eq(agreements.account, from));
    const rows = given.map((agreement) => ({ ...agreement, account: into }));
    if (rows.length > 0) await db.insert(agreements).values(rows).onConflictDoNothing();
  }

  async function movePermissions(from: string, into: string) {
    const given = await db.select().from(oidcPermissions).where(eq(oidcPermissions.account, from));
    const rows = given.map((permission) => ({ ...permission, account: into }));
    if (rows.length === 0) return;
    const both = sql`array(select distinct unnest(${oidcPermissions.scopes} || excluded.scopes))`;
    await db
      .insert(oidcPermissions)
      .values(rows)
      .onConflictDoUpdate({ target: [oidcPermissions.account, oidcPermissions.client], set: { scopes: both } });
  }

  async function moveRoles(from: string, into: string) {
    const given = await db.select().from(accountRoles).where(eq(accountRoles.account, from));
    const rows = given.map((one) => ({ ...one, account: into }));
    if (rows.length === 0) return;
    const both = (column: 'roles' | 'groups') =>
      sql`array(select distinct unnest(${accountRoles[column]} || ${sql.identifier('excluded')}.${sql.identifier(column)}) order by 1)`;
    await db
      .insert(accountRoles)
      .values(rows)
      .onConflictDoUpdate({
        target: [accountRoles.account, accountRoles.client],
        set: { roles: both('roles'), groups: both('groups') },
      });
  }

  /** What the remaining account has itself stays. */
  async function moveAttributes(from: string, into: string) {
    const given = await db.select().from(accountAttributes).where(eq(accountAttributes.account, from));
    const rows = given.map((one) => ({ ...one, account: into }));
    if (rows.length > 0) await db.insert(accountAttributes).values(rows).onConflictDoNothing();
  }

  return {
    /** Each id of the account at an app or company. */
    identitiesOf: (account: string) => db.select().from(identities).where(eq(identities.account, account)),

    /** `userHandle` is that of the first account, which the authenticators of its passkeys go on to send. */
    async move(from: string, into: string, merged: MergedFields, userHandle: string) {
      // The first account gives its contacts free, and needs no factor for a sign-in that does not happen any more.
      await db
        .update(accounts)
        .set({ externalId: null, mobile: null, email: null, secondFactor: false })
        .where(eq(accounts.ouid, from));
      await db.update(identities).set({ account: into }).where(eq(identities.account, from));
      await movePasskeys(from, into, userHandle);
      await moveAgreements(from, into);
      await movePermissions(from, into);
      await moveRoles(from, into);
      await moveAttributes(from, into);
      const [account] = await db.update(accounts).set(merged).where(eq(accounts.ouid, into)).returning();
      if (!account) throw new Error('The account to merge into has vanished');
      return account;
    },
  };
}
