import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { accounts } from './schema.ts';
import { time } from './timestamp.ts';

/** Changes of mobile numbers and e-mail addresses, as long as they can be undone. */
export const contactChanges = pgTable(
  'contact_changes',
  {
    /** In the order of the changes. */
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    account: text('account')
      .notNull()
      .references(() => accounts.ouid, { onDelete: 'cascade' }),
    kind: text('kind', { enum: ['mobile', 'email'] }).notNull(),
    /** Null where the account had none. */
    before: text('before'),
    /** Null where it was removed. */
    after: text('after'),
    /** Of the handle in the notice. */
    undoHash: text('undo_hash').notNull().unique(),
    changedAt: time('changed_at').notNull(),
    /** Until then it can be undone. */
    expiresAt: time('expires_at').notNull(),
    /** Set by its own undo, or by that of an earlier change. */
    undoneAt: time('undone_at'),
  },
  (table) => [
    index('contact_changes_account').on(table.account),
    index('contact_changes_expires_at').on(table.expiresAt),
  ],
);

/**
 * Changes of contacts that an operator was asked for, and lost second factors that a person has asked to reset: each takes
 * place after a waiting time, unless it is stopped.
 */
export const waitingContactChanges = pgTable(
  'waiting_contact_changes',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    account: text('account')
      .notNull()
      .references(() => accounts.ouid, { onDelete: 'cascade' }),
    kind: text('kind', { enum: ['mobile', 'email', 'secondFactor'] }).notNull(),
    /**
     * What the account had when it was asked for: the change is dropped where it has another one by then. Of a second factor, all
     * contacts, in one text.
     */
    before: text('before'),
    /** Null where it is to be removed. Of a second factor, all contacts that stay. */
    after: text('after'),
    /** Who asked, and how they were recognized; of a second factor, what the person has proven. */
    reason: text('reason').notNull(),
    /** The operator, or `person`. */
    askedBy: text('asked_by').notNull(),
    /** Of the handle in the notice. */
    stopHash: text('stop_hash').notNull().unique(),
    /** Of the handles in the later notices about the same change. */
    reminderHashes: text('reminder_hashes')
      .array()
      .notNull()
      .default(sql`'{}'`),
    askedAt: time('asked_at').notNull(),
    /** When it takes place; null until the notices are sent, so that nothing changes without one. */
    dueAt: time('due_at'),
    /** When it took place, was stopped or was dropped. */
    endedAt: time('ended_at'),
    outcome: text('outcome', { enum: ['done', 'stopped', 'dropped'] }),
  },
  (table) => [
    uniqueIndex('waiting_contact_changes_one')
      .on(table.account, table.kind)
      .where(sql`${table.endedAt} is null`),
    index('waiting_contact_changes_due_at').on(table.dueAt),
    index('waiting_contact_changes_ended_at').on(table.endedAt),
  ],
);
