import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
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
