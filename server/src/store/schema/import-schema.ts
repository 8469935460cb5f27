import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { accounts } from './schema.ts';
import { time } from './timestamp.ts';

/** Passwords of people who were imported from another system, until each is replaced by one of ours. */
export const importedPasswords = pgTable(
  'imported_passwords',
  {
    account: text('account')
      .primaryKey()
      .references(() => accounts.ouid, { onDelete: 'cascade' }),
    /** A trigger removes it whenever the password of the account is set (0018). */
    hash: text('hash'),
    /** Has the parameters of the hash and no secret. It is compared when there is no hash, so that the time reveals nothing. */
    dummy: text('dummy').notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [
    index('imported_passwords_expires_at').on(table.expiresAt),
    index('imported_passwords_open')
      .on(table.expiresAt)
      .where(sql`${table.hash} is not null`),
  ],
);

/** Attempts that are counted and may go on with the password itself, whether or not the account exists. */
export const plainPasswordRequests = pgTable(
  'plain_password_requests',
  {
    /** Of the handle together with account name, client IP and password: it is good for this one guess. */
    handleHash: text('handle_hash').primaryKey(),
    attemptsLeft: integer('attempts_left').notNull(),
    /** False when even the right password gets the response of a wrong one. */
    mayPass: boolean('may_pass').notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [index('plain_password_requests_expires_at').on(table.expiresAt)],
);

/** How far each file of people has been imported, so that an import continues where it was interrupted. */
export const peopleImports = pgTable('people_imports', {
  /** The hash of the beginning of the file. */
  id: text('id').primaryKey(),
  lines: integer('lines').notNull(),
  /** The hash of these lines. */
  digest: text('digest').notNull(),
  imported: integer('imported').notNull(),
  updatedAt: time('updated_at').notNull(),
});
