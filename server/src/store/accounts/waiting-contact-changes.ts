import { contactUndo } from '@foyer/contract/limits';
import type { Principal } from '@foyer/contract/rules/account-rules';
import { type SQL, and, asc, eq, gt, isNotNull, isNull, lte, or } from 'drizzle-orm';
import type { Sql } from '../../database/database.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Random } from '../../platform/random.ts';
import { sha256 } from '../../platform/sha256.ts';
import { waitingContactChanges as changes } from '../schema/contact-schema.ts';

export type WaitingContactChange = typeof changes.$inferSelect;
type Asked = Pick<WaitingContactChange, 'account' | 'kind' | 'before' | 'after' | 'reason' | 'askedBy'>;

/**
 * Changes of contacts that an operator was asked for. Each ends once, by one statement: it takes place, is stopped or is
 * dropped.
 */
export function waitingContactChangeStore(db: Sql, clock: Clock, random: Random) {
  const isWaiting = isNull(changes.endedAt);
  const hasHandle = (stopHandle: string) =>
    or(eq(changes.stopHash, sha256(stopHandle)), eq(changes.reminderHash, sha256(stopHandle)));
  const isDue = () => and(isWaiting, lte(changes.dueAt, new Date(clock.now())));

  const end = (which: SQL | undefined, outcome: WaitingContactChange['outcome']) =>
    db
      .update(changes)
      .set({ outcome, endedAt: new Date(clock.now()) })
      .where(and(isWaiting, which))
      .returning();

  return {
    /** Undefined where a change of this contact waits already. It does not take place before `start`. */
    async ask(asked: Asked): Promise<{ id: number; stopHandle: string } | undefined> {
      const stopHandle = random.token(16);
      const [added] = await db
        .insert(changes)
        .values({ ...asked, stopHash: sha256(stopHandle), askedAt: new Date(clock.now()) })
        .onConflictDoNothing()
        .returning({ id: changes.id });
      return added && { id: added.id, stopHandle };
    },

    /** Begins the waiting time, once the notices are sent. */
    async start(id: number, dueAt: Date) {
      await db
        .update(changes)
        .set({ dueAt })
        .where(and(eq(changes.id, id), isWaiting));
    },

    listByAccount: (account: string): Promise<WaitingContactChange[]> =>
      db
        .select()
        .from(changes)
        .where(and(eq(changes.account, account), isWaiting))
        .orderBy(asc(changes.id)),

    /** When this contact will get its account by a change that waits; the first, if there are several. */
    async reservedUntil({ kind, value }: Principal): Promise<Date | undefined> {
      const [first] = await db
        .select({ dueAt: changes.dueAt })
        .from(changes)
        .where(and(isWaiting, eq(changes.kind, kind), eq(changes.after, value), isNotNull(changes.dueAt)))
        .orderBy(asc(changes.dueAt))
        .limit(1);
      return first?.dueAt ?? undefined;
    },

    /** The change that waits and can be stopped with this handle, or ended in the last 72 hours. */
    async find(stopHandle: string): Promise<WaitingContactChange | undefined> {
      const endedLately = gt(changes.endedAt, new Date(clock.now() - contactUndo.lifetime));
      const [found] = await db
        .select()
        .from(changes)
        .where(and(hasHandle(stopHandle), or(isWaiting, endedLately)));
      return found;
    },

    /** Also where it is due, as long as it has not taken place. */
    async stop(stopHandle: string): Promise<WaitingContactChange | undefined> {
      const [stopped] = await end(hasHandle(stopHandle), 'stopped');
      return stopped;
    },

    /** Those of one kind of contact, or of both. */
    stopAll: (account: string, kind?: WaitingContactChange['kind']): Promise<WaitingContactChange[]> =>
      end(and(eq(changes.account, account), kind && eq(changes.kind, kind)), 'stopped'),

    /** Those that take place within `left`, and whose person was told only once. */
    listToRemind: (left: number, limit: number): Promise<WaitingContactChange[]> =>
      db
        .select()
        .from(changes)
        .where(
          and(
            isWaiting,
            isNull(changes.reminderHash),
            gt(changes.dueAt, new Date(clock.now())),
            lte(changes.dueAt, new Date(clock.now() + left)),
          ),
        )
        .orderBy(asc(changes.id))
        .limit(limit),

    /** The handle of the second notice. Undefined where another process sends it, or the change has ended. */
    async remind(id: number): Promise<string | undefined> {
      const stopHandle = random.token(16);
      const reminded = await db
        .update(changes)
        .set({ reminderHash: sha256(stopHandle) })
        .where(and(eq(changes.id, id), isWaiting, isNull(changes.reminderHash)))
        .returning({ id: changes.id });
      return reminded.length > 0 ? stopHandle : undefined;
    },

    listDue: (limit: number): Promise<WaitingContactChange[]> =>
      db.select().from(changes).where(isDue()).orderBy(asc(changes.id)).limit(limit),

    /** False where another process has ended it, or the person has stopped it. */
    async endDue(id: number, outcome: 'done' | 'dropped'): Promise<boolean> {
      return (await end(and(eq(changes.id, id), isDue()), outcome)).length > 0;
    },
  };
}
