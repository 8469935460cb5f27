import { signInMethods } from '@foyer/contract/sign-in-methods';
import { sql } from 'drizzle-orm';
import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { time } from './timestamp.ts';
import { accounts } from './schema.ts';

/** Browsers in which an account needs no second factor. */
export const trustedBrowsers = pgTable(
  'trusted_browsers',
  {
    /** Names the row to the person. */
    id: text('id')
      .notNull()
      .default(sql`gen_random_uuid()::text`),
    tokenHash: text('token_hash').notNull(),
    account: text('account')
      .notNull()
      .references(() => accounts.ouid, { onDelete: 'cascade' }),
    browserId: text('browser_id').notNull(),
    /** Null in rows of an earlier version. */
    device: text('device'),
    since: time('since').notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tokenHash, table.account] }),
    index('trusted_browsers_account').on(table.account),
    index('trusted_browsers_expires_at').on(table.expiresAt),
  ],
);

/** Browsers in which an account has signed in. A sign-in in any other one sends a notice. */
export const knownBrowsers = pgTable(
  'known_browsers',
  {
    account: text('account')
      .notNull()
      .references(() => accounts.ouid, { onDelete: 'cascade' }),
    browserId: text('browser_id').notNull(),
    lastSeenAt: time('last_seen_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.account, table.browserId] }),
    index('known_browsers_last_seen_at').on(table.lastSeenAt),
  ],
);

/** Accounts that the sign-in page offers in a browser. A trigger forgets a disabled account (0022). */
export const rememberedAccounts = pgTable(
  'remembered_accounts',
  {
    browserId: text('browser_id').notNull(),
    account: text('account')
      .notNull()
      .references(() => accounts.ouid, { onDelete: 'cascade' }),
    /** How the person signed in last. */
    method: text('method', { enum: signInMethods }).notNull(),
    lastUsedAt: time('last_used_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.browserId, table.account] }),
    index('remembered_accounts_account').on(table.account),
    index('remembered_accounts_last_used_at').on(table.lastUsedAt),
  ],
);
