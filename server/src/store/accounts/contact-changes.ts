import { contactUndo } from '@foyer/contract/limits';
import type { Principal } from '@foyer/contract/rules/account-rules';
import { and, asc, eq, gt, gte, isNull, lt, ne } from 'drizzle-orm';
import type { Sql } from '../../database/database.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Random } from '../../platform/random.ts';
import { sha256 } from '../../platform/sha256.ts';
import type { Account } from './accounts.ts';
import { contactChanges } from '../schema/contact-schema.ts';
import { authenticators, backupCodes } from '../schema/factor-schema.ts';
import { passkeys } from '../schema/passkey-schema.ts';
import { accounts, identities } from '../schema/schema.ts';

type Kind = Principal['kind'];
export type ContactChange = typeof contactChanges.$inferSelect;

export type ChangeResult =
  /** `account` is as it was before. */
  | { is: 'changed'; account: Account; undoHandle: string }
  | { is: 'unchanged' | 'contactTaken' | 'lastContact' | 'secondFactorNeedsMobile' };

/** A contact that went back, and the account that had it, as it was before. */
export interface TakenBack {
  kind: Kind;
  other: Account;
  /** It has no other contact, so that it is to be closed. */
  isClosed: boolean;
  closesAt?: Date | undefined;
  /** Its second factor used the number alone, and is off now. */
  isSecondFactorOff: boolean;
}

export type UndoResult =
  /** `before` is the account as it was before the undo. */
  | { is: 'undone'; change: ContactChange; before: Account; account: Account; takenBack: TakenBack[] }
  /** The contact belongs to another account, and the person has not proven that they receive its messages. */
  | { is: 'needsContactCode'; contact: Principal }
  | { is: 'undoExpired' | 'contactTaken' | 'accountDisabled' };

type IsProven = (contact: Principal) => Promise<boolean>;

/**
 * Changes of the mobile number and the e-mail address of an account. Each method runs in a transaction and locks the account
 * first, so that simultaneous changes and undos come one after the other.
 */
export function contactChangeStore(db: Sql, clock: Clock, random: Random) {
  const isCurrent = () => gt(contactChanges.expiresAt, new Date(clock.now()));
  const isUndoable = () => and(isNull(contactChanges.undoneAt), isCurrent());
  const hasHandle = (undoHandle: string) => eq(contactChanges.undoHash, sha256(undoHandle));

  async function lockRow(ouid: string): Promise<Account | undefined> {
    const [account] = await db.select().from(accounts).where(eq(accounts.ouid, ouid)).for('update');
    return account;
  }

  /** Another account that has this contact. */
  async function otherWith(kind: Kind, value: string, ouid: string): Promise<Account | undefined> {
    const [other] = await db
      .select()
      .from(accounts)
      .where(and(eq(accounts[kind], value), ne(accounts.ouid, ouid)))
      .for('update');
    return other;
  }

  async function record(account: Account, kind: Kind, after: string | null): Promise<ChangeResult> {
    const undoHandle = random.token(16);
    const now = clock.now();
    await db
      .update(accounts)
      .set({ [kind]: after })
      .where(eq(accounts.ouid, account.ouid));
    await db.insert(contactChanges).values({
      account: account.ouid,
      kind,
      before: account[kind],
      after,
      undoHash: sha256(undoHandle),
      changedAt: new Date(now),
      expiresAt: new Date(now + contactUndo.lifetime),
    });
    return { is: 'changed', account, undoHandle };
  }

  /** What the contacts were before the change, and before later ones of the other kind. */
  async function restoredBy({ account, id }: ContactChange): Promise<Partial<Record<Kind, string | null>>> {
    const undone = await db
      .select()
      .from(contactChanges)
      .where(and(eq(contactChanges.account, account), gte(contactChanges.id, id), isNull(contactChanges.undoneAt)))
      .orderBy(asc(contactChanges.id));
    const restored: Partial<Record<Kind, string | null>> = {};
    for (const { kind, before } of undone) if (!(kind in restored)) restored[kind] = before;
    return restored;
  }

  /**
   * Takes a contact back from the account that has got it since, from a person who receives its messages now. Refused when
   * that account is older and would be left without any contact; one that is newer is to be closed then.
   */
  async function takeBack(
    contact: Principal,
    { account, changedAt }: ContactChange,
    isProven: IsProven,
  ): Promise<TakenBack[] | 'contactTaken' | 'needsContactCode'> {
    const { kind, value } = contact;
    const other = await otherWith(kind, value, account);
    if (!other) return [];
    const isClosed = !other[kind === 'mobile' ? 'email' : 'mobile'];
    if (isClosed && other.createdAt <= changedAt) return 'contactTaken';
    if (!(await isProven(contact))) return 'needsContactCode';
    const isSecondFactorOff = kind === 'mobile' && other.secondFactor && other.enrolledFactors === 0;
    await db
      .update(accounts)
      .set({ [kind]: null, ...(isSecondFactorOff && { secondFactor: false }) })
      .where(eq(accounts.ouid, other.ouid));
    return [{ kind, other, isClosed, isSecondFactorOff }];
  }

  return {
    /** Adds or replaces a contact that was proven by a code. */
    async change(ouid: string, { kind, value }: Principal): Promise<ChangeResult> {
      const account = await lockRow(ouid);
      if (!account || account[kind] === value) return { is: 'unchanged' };
      if (await otherWith(kind, value, ouid)) return { is: 'contactTaken' };
      return record(account, kind, value);
    },

    /** An account always has one contact: notices and codes are sent there. */
    async remove(ouid: string, kind: Kind): Promise<ChangeResult> {
      const account = await lockRow(ouid);
      if (!account?.[kind]) return { is: 'unchanged' };
      if (!account[kind === 'mobile' ? 'email' : 'mobile']) return { is: 'lastContact' };
      if (kind === 'mobile' && account.secondFactor && account.enrolledFactors === 0)
        return { is: 'secondFactorNeedsMobile' };
      return record(account, kind, null);
    },

    /** Whether a change of the account can still be undone. */
    async hasUndoable(ouid: string): Promise<boolean> {
      const found = await db
        .select({ id: contactChanges.id })
        .from(contactChanges)
        .where(and(eq(contactChanges.account, ouid), isUndoable()))
        .limit(1);
      return found.length > 0;
    },

    /** The change that can be undone with this handle, or was undone within its 72 hours. */
    async find(undoHandle: string): Promise<ContactChange | undefined> {
      const [found] = await db
        .select()
        .from(contactChanges)
        .where(and(hasHandle(undoHandle), isCurrent()));
      return found;
    },

    /** The contacts that an undo with this handle restores, and their account. */
    async restored(undoHandle: string) {
      const [change] = await db
        .select()
        .from(contactChanges)
        .where(and(hasHandle(undoHandle), isUndoable()));
      return change && { account: change.account, contacts: await restoredBy(change) };
    },

    /**
     * Restores the contacts as they were before the change. The person who made it may have made later ones, so that later
     * changes of either kind are undone as well; and may have added ways in before or after it, so that what was linked or
     * added since is removed, or in the 72 hours before. The caller rolls back unless it is undone.
     */
    async undo(undoHandle: string, isProven: IsProven): Promise<UndoResult> {
      const [named] = await db.select().from(contactChanges).where(hasHandle(undoHandle));
      const account = named && (await lockRow(named.account));
      if (!account) return { is: 'undoExpired' };
      const now = new Date(clock.now());
      const restored = await restoredBy(named);
      const [change] = await db
        .update(contactChanges)
        .set({ undoneAt: now })
        .where(and(hasHandle(undoHandle), isUndoable()))
        .returning();
      if (!change) return { is: 'undoExpired' };
      if (account.disabledAt) return { is: 'accountDisabled' };
      await db
        .update(contactChanges)
        .set({ undoneAt: now })
        .where(and(eq(contactChanges.account, change.account), gte(contactChanges.id, change.id)));

      const takenBack: TakenBack[] = [];
      for (const kind of ['mobile', 'email'] as const) {
        const value = restored[kind];
        if (!value) continue;
        const taken = await takeBack({ kind, value }, change, isProven);
        if (taken === 'contactTaken') return { is: taken };
        if (taken === 'needsContactCode') return { is: taken, contact: { kind, value } };
        takenBack.push(...taken);
      }
      const { mobile = account.mobile } = restored;
      const addedFrom = new Date(change.changedAt.getTime() - contactUndo.lifetime);
      let hasOlder = false;
      for (const table of [authenticators, passkeys]) {
        const isOlder = and(eq(table.account, account.ouid), lt(table.createdAt, addedFrom));
        hasOlder ||= (await db.select({ account: table.account }).from(table).where(isOlder)).length > 0;
      }
      const secondFactor = account.secondFactor && (mobile !== null || hasOlder);
      const [undone] = await db
        .update(accounts)
        .set({ ...restored, secondFactor })
        .where(eq(accounts.ouid, change.account))
        .returning();
      for (const table of [identities, passkeys, authenticators, backupCodes])
        await db.delete(table).where(and(eq(table.account, account.ouid), gte(addedAt(table), addedFrom)));
      return { is: 'undone', change, before: account, account: undone!, takenBack };
    },
  };
}

const addedAt = (table: typeof identities | typeof passkeys | typeof authenticators | typeof backupCodes) =>
  'since' in table ? table.since : table.createdAt;
