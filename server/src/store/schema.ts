import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, primaryKey, text, timestamp, unique } from 'drizzle-orm/pg-core';

/** Every time in here was given by the service's clock, which is the database's. */
const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const accounts = pgTable(
  'accounts',
  {
    ouid: text('ouid').primaryKey(),
    mobile: text('mobile').unique(),
    /** In lower case. */
    email: text('email').unique(),
    name: text('name'),
    /** Known for those a company invited; its end proves who signs in for the first time. */
    idNumber: text('id_number'),
    passwordHash: text('password_hash'),
    secondFactor: boolean('second_factor').notNull().default(false),
    disabledAt: time('disabled_at'),
    lastSignInAt: time('last_sign_in_at'),
    realNameAt: time('real_name_at'),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    check('accounts_second_factor_has_mobile', sql`not ${table.secondFactor} or ${table.mobile} is not null`),
  ],
);

export const consents = pgTable(
  'consents',
  {
    account: text('account')
      .notNull()
      .references(() => accounts.ouid, { onDelete: 'cascade' }),
    version: text('version').notNull(),
    language: text('language').notNull(),
    agreedAt: time('agreed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.account, table.version] })],
);

export const sessions = pgTable(
  'sessions',
  {
    id: text('id').primaryKey(),
    tokenHash: text('token_hash').notNull().unique(),
    account: text('account')
      .notNull()
      .references(() => accounts.ouid, { onDelete: 'cascade' }),
    state: text('state', { enum: ['open', 'awaitingConsent'] }).notNull(),
    way: text('way').notNull(),
    factors: text('factors').array().notNull(),
    device: text('device').notNull(),
    /** Already masked: the whole address is never kept. */
    address: text('address').notNull(),
    createdAt: time('created_at').notNull(),
    lastSeenAt: time('last_seen_at').notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [index('sessions_account').on(table.account), index('sessions_expires_at').on(table.expiresAt)],
);

/** A sign-in whose first factor was right and which something still stands in the way of. */
export const heldSignIns = pgTable(
  'held_sign_ins',
  {
    handleHash: text('handle_hash').primaryKey(),
    account: text('account')
      .notNull()
      .references(() => accounts.ouid, { onDelete: 'cascade' }),
    waitsFor: text('waits_for', { enum: ['secondFactor', 'identityCheck'] }).notNull(),
    way: text('way').notNull(),
    /** Where the person wanted to go, already gated. */
    target: text('target').notNull(),
    expiresAt: time('expires_at').notNull(),
    usedAt: time('used_at'),
  },
  (table) => [index('held_sign_ins_expires_at').on(table.expiresAt)],
);

/** What was tried how often, by the hash of what it is about. */
export const tries = pgTable(
  'tries',
  {
    key: text('key').primaryKey(),
    count: integer('count').notNull(),
    /** Nothing more is tried before this. */
    closedUntil: time('closed_until').notNull(),
    forgottenAt: time('forgotten_at').notNull(),
  },
  (table) => [index('tries_forgotten_at').on(table.forgottenAt)],
);

export const identities = pgTable(
  'identities',
  {
    id: text('id').primaryKey(),
    account: text('account')
      .notNull()
      .references(() => accounts.ouid, { onDelete: 'cascade' }),
    provider: text('provider').notNull(),
    /** Who the person is at the provider: an identity is the pair of both, never an e-mail address. */
    subject: text('subject').notNull(),
    since: time('since').notNull(),
  },
  (table) => [
    unique('identities_provider_subject').on(table.provider, table.subject),
    index('identities_account').on(table.account),
  ],
);
