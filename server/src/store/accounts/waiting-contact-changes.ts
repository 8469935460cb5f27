import type { ContactKind } from '@foyer/contract/flows/contact-change';
import { contactUndo, recovery } from '@foyer/contract/limits';
import type { Principal } from '@foyer/contract/rules/account-rules';
import { type SQL, and, arrayContains, asc, eq, gt, isNotNull, isNull, lte, ne, not, or, sql } from 'drizzle-orm';
import type { Sql } from '../../database/database.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Random } from '../../platform/random.ts';
import { sha256 } from '../../platform/sha256.ts';
import { waitingContactChanges as changes } from '../schema/contact-schema.ts';

type Waiting = typeof changes.$inferSelect;
export type WaitingContactChange = Waiting & { kind: ContactKind };
/** Lost second factors that a person has asked to reset. */
export type WaitingRecovery = Waiting & { kind: 'secondFactor' };
type Asked = Pick<Waiting, 'account' | 'kind' | 'before' | 'after' | 'reason' | 'askedBy'>;

/**
 * Changes of contacts that an operator was asked for, and recoveries. Each ends once, by one statement: it takes place, is stopped or is
 * dropped.
 */
export function waitingContactChangeStore(db: Sql, clock: Clock, random: Random) {
  const isWaiting = isNull(changes.endedAt);
  const hasHandle = (stopHandle: string) =>
    or(eq(changes.stopHash, sha256(stopHandle)), arrayContains(changes.reminderHashes, [sha256(stopHandle)]));
  const hasReminders = (count: number) => sql`cardinality(${changes.reminderHashes}) = ${count}`;
  const isRecovery = eq(changes.kind, 'secondFactor');
  const isDueBy = (time: number) => and(isWaiting, lte(changes.dueAt, new Date(time)));
  /** A recovery is due only after its last reminder. */
  const isDue = () =>
    and(isDueBy(clock.now()), or(ne(changes.kind, 'secondFactor'), hasReminders(recovery.reminders.length)));

  const end = (which: SQL | undefined, outcome: Waiting['outcome']) =>
    db
      .update(changes)
      .set({ outcome, endedAt: new Date(clock.now()) })
      .where(and(isWaiting, which))
      .returning();

  const listDue = (which: SQL, limit: number) =>
    db.select().from(changes).where(and(isDue(), which)).orderBy(asc(changes.id)).limit(limit);

  return {
    /** Undefined where a change of this contact, or a recovery, waits already. It does not take place before `start`. */
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

    /** A recovery that has begun. */
    async findRecovery(account: string): Promise<Waiting | undefined> {
      const [found] = await db
        .select()
        .from(changes)
        .where(and(eq(changes.account, account), isRecovery, isWaiting, isNotNull(changes.dueAt)));
      return found;
    },

    /** One whose notices were not sent because its process has ended: it would keep the person from asking again. */
    async dropUnstartedRecovery(account: string, before: number) {
      const isAskedBefore = lte(changes.askedAt, new Date(before));
      const isUnstarted = and(eq(changes.account, account), isRecovery, isNull(changes.dueAt));
      await end(and(isUnstarted, isAskedBefore), 'dropped');
    },

    /** Recoveries that have had `count` reminders, and whose next one is due: `left` of the waiting time is left then. */
    listRecoveriesToRemind: (count: number, left: number, limit: number): Promise<Waiting[]> =>
      db
        .select()
        .from(changes)
        .where(and(isDueBy(clock.now() + left), isRecovery, hasReminders(count)))
        .orderBy(asc(changes.id))
        .limit(limit),

    /** Undefined where another process has reminded, or it has ended. One that comes late leaves as much time as one in time. */
    async remindOfRecovery(id: number, count: number, left: number) {
      const stopHandle = random.token(16);
      const [reminded] = await db
        .update(changes)
        .set({
          reminderHashes: sql`array_append(${changes.reminderHashes}, ${sha256(stopHandle)})`,
          dueAt: new Date(clock.now() + left),
        })
        .where(and(eq(changes.id, id), isWaiting, hasReminders(count)))
        .returning();
      return reminded && { change: reminded, stopHandle };
    },

    listByAccount: (account: string): Promise<Waiting[]> =>
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
    async find(stopHandle: string): Promise<Waiting | undefined> {
      const endedLately = gt(changes.endedAt, new Date(clock.now() - contactUndo.lifetime));
      const [found] = await db
        .select()
        .from(changes)
        .where(and(hasHandle(stopHandle), or(isWaiting, endedLately)));
      return found;
    },

    /** Also where it is due, as long as it has not taken place. */
    async stop(stopHandle: string): Promise<Waiting | undefined> {
      const [stopped] = await end(hasHandle(stopHandle), 'stopped');
      return stopped;
    },

    /** Those of one kind, or all. */
    stopAll: (account: string, kind?: Waiting['kind']): Promise<Waiting[]> =>
      end(and(eq(changes.account, account), kind && eq(changes.kind, kind)), 'stopped'),

    /** Changes that take place within `left`, and whose person was told only once. */
    listToRemind: (left: number, limit: number) =>
      db
        .select()
        .from(changes)
        .where(
          and(isDueBy(clock.now() + left), gt(changes.dueAt, new Date(clock.now())), not(isRecovery), hasReminders(0)),
        )
        .orderBy(asc(changes.id))
        .limit(limit) as Promise<WaitingContactChange[]>,

    /** The handle of the second notice. Undefined where another process sends it, or the change has ended. */
    async remind(id: number): Promise<string | undefined> {
      const stopHandle = random.token(16);
      const reminded = await db
        .update(changes)
        .set({ reminderHashes: [sha256(stopHandle)] })
        .where(and(eq(changes.id, id), isWaiting, hasReminders(0)))
        .returning({ id: changes.id });
      return reminded.length > 0 ? stopHandle : undefined;
    },

    listDue: (limit: number) => listDue(not(isRecovery), limit) as Promise<WaitingContactChange[]>,
    listDueRecoveries: (limit: number) => listDue(isRecovery, limit) as Promise<WaitingRecovery[]>,

    /** False where another process has ended it, or the person has stopped it. */
    async endDue(id: number, outcome: 'done' | 'dropped'): Promise<boolean> {
      return (await end(and(eq(changes.id, id), isDue()), outcome)).length > 0;
    },
  };
}
