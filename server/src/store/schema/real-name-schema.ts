import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { accounts } from './schema.ts';
import { time } from './timestamp.ts';

/** ID numbers that people gave in place of the one on record. A claim opens nothing until it is confirmed. */
export const idNumberClaims = pgTable('id_number_claims', {
  account: text('account')
    .primaryKey()
    .references(() => accounts.ouid, { onDelete: 'cascade' }),
  /** Of the handle that names this claim to the identity service, whose result confirms no other claim. */
  handleHash: text('handle_hash').notNull(),
  idNumber: text('id_number').notNull(),
  claimedAt: time('claimed_at').notNull(),
});

/** Searches for an account by name and ID number, whether or not a person with them is known. */
export const personSearches = pgTable(
  'person_searches',
  {
    handleHash: text('handle_hash').primaryKey(),
    /** The keyed hash of name and ID number. */
    personHash: text('person_hash').notNull(),
    account: text('account').references(() => accounts.ouid, { onDelete: 'cascade' }),
    browserId: text('browser_id').notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [index('person_searches_expires_at').on(table.expiresAt)],
);
