import { boolean, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { time } from './timestamp.ts';
import { accounts } from './schema.ts';

const account = () =>
  text('account')
    .notNull()
    .references(() => accounts.ouid, { onDelete: 'cascade' });

/** The authenticator app of an account. A trigger counts it in `accounts.own_factors`. */
export const authenticators = pgTable('authenticators', {
  account: account().primaryKey(),
  encryptedSecret: text('encrypted_secret').notNull(),
  /** The time step of the last accepted code. Neither this code nor an earlier one is accepted again. */
  lastStep: integer('last_step').notNull(),
  createdAt: time('created_at').notNull(),
  lastUsedAt: time('last_used_at'),
});

/** Authenticator apps that no code has confirmed yet. */
export const authenticatorSetups = pgTable(
  'authenticator_setups',
  {
    handleHash: text('handle_hash').primaryKey(),
    account: account(),
    /** Only this browser can confirm it. */
    browserId: text('browser_id').notNull(),
    encryptedSecret: text('encrypted_secret').notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [index('authenticator_setups_expires_at').on(table.expiresAt)],
);

export const backupCodes = pgTable(
  'backup_codes',
  {
    account: account(),
    /** argon2id with the salt. */
    codeHash: text('code_hash').notNull(),
    /** The same for all codes that were made together, so that one hash finds the code. */
    salt: text('salt').notNull(),
    createdAt: time('created_at').notNull(),
    usedAt: time('used_at'),
    /** They do not count before the person has confirmed that they are saved; the earlier ones do until then. */
    pending: boolean('pending').notNull().default(false),
    /** Of those that were made together; confirms them. */
    setupHash: text('setup_hash'),
  },
  (table) => [primaryKey({ columns: [table.account, table.codeHash] })],
);
