import { languages } from '@foyer/contract/language';
import { scanApps } from '@foyer/contract/pages/page-config';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { time } from './timestamp.ts';

export const accounts = pgTable(
  'accounts',
  {
    ouid: text('ouid').primaryKey(),
    mobile: text('mobile').unique(),
    /** In lower case. */
    email: text('email').unique(),
    name: text('name'),
    /** In upper case. Known for those a company invited; its end proves who signs in for the first time. */
    idNumber: text('id_number'),
    passwordHash: text('password_hash'),
    secondFactor: boolean('second_factor').notNull().default(false),
    disabledAt: time('disabled_at'),
    lastSignInAt: time('last_sign_in_at'),
    /** When an invited person proved to be the one on record. */
    identityCheckedAt: time('identity_checked_at'),
    /** Of the last visit: what we tell the person unasked is told in it. */
    language: text('language', { enum: languages }),
    realNameAt: time('real_name_at'),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    index('accounts_id_number').on(table.idNumber),
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
    /** The hash of the serviceId that opened it, where a code did: one proof, one session. */
    proof: text('proof').unique(),
    createdAt: time('created_at').notNull(),
    lastSeenAt: time('last_seen_at').notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [index('sessions_account').on(table.account), index('sessions_expires_at').on(table.expiresAt)],
);

/** A sign-in whose first factor was right and which something still stands in the way of. */
export const pendingSignIns = pgTable(
  'held_sign_ins',
  {
    handleHash: text('handle_hash').primaryKey(),
    account: text('account')
      .notNull()
      .references(() => accounts.ouid, { onDelete: 'cascade' }),
    waitsFor: text('waits_for', { enum: ['secondFactor', 'identityCheck'] }).notNull(),
    way: text('way').notNull(),
    factors: text('factors')
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** The hash of the browser's cookie: nobody goes on elsewhere. */
    browser: text('browser').notNull().default(''),
    /** Where the person wanted to go, already gated. */
    target: text('target').notNull(),
    /** The hash of the serviceId that led here, where a code did. */
    proof: text('proof').unique(),
    /** The identity that is joined with the account once nothing stands in the way any more. */
    linkProvider: text('link_provider'),
    linkSubject: text('link_subject'),
    expiresAt: time('expires_at').notNull(),
    usedAt: time('used_at'),
  },
  (table) => [index('held_sign_ins_expires_at').on(table.expiresAt)],
);

/** Someone gave a name and an id number to find their account by, whether or not we know the person. */
export const personSearches = pgTable(
  'person_searches',
  {
    handleHash: text('handle_hash').primaryKey(),
    /** The hash of name and number. */
    person: text('person').notNull(),
    account: text('account').references(() => accounts.ouid, { onDelete: 'cascade' }),
    browser: text('browser').notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [index('person_searches_expires_at').on(table.expiresAt)],
);

/** What was tried how often, by the hash of what it is about. */
export const passwordAttempts = pgTable(
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
    // One person is one person to their company.
    uniqueIndex('identities_one_per_company')
      .on(table.account, table.provider)
      .where(sql`${table.provider} ~ '^(sso|wecom)[.]'`),
  ],
);

/** What the service itself must not forget and nobody else may know, made at the first start and shared by all nodes. */
export const secrets = pgTable('secrets', { name: text('name').primaryKey(), value: text('value').notNull() });

/** A code on its way to someone and, once it was typed in, the proof that it arrived. */
export const codes = pgTable(
  'codes',
  {
    /** Of the serviceId. */
    handleHash: text('handle_hash').primaryKey(),
    bizType: text('biz_type').notNull(),
    kind: text('kind', { enum: ['mobile', 'email'] }).notNull(),
    /** Where it went. */
    address: text('address').notNull(),
    /** Whose it is, where that is known from an earlier step; for a registration, who it has made. */
    account: text('account').references(() => accounts.ouid, { onDelete: 'cascade' }),
    /** The hash of the handle that it was sent for. */
    heldBy: text('held_by'),
    /** Which browser asked for it; it works in no other. */
    browser: text('browser').notNull(),
    codeHash: text('code_hash').notNull(),
    tries: integer('tries').notNull().default(0),
    createdAt: time('created_at').notNull(),
    /** Of the code, and from its verification on of the proof. */
    expiresAt: time('expires_at').notNull(),
    verifiedAt: time('verified_at'),
    spentAt: time('spent_at'),
    /** The hash of what it was used up for: who asks for just that again has lost the answer. */
    spentOn: text('spent_on'),
  },
  (table) => [
    index('codes_address_biz_type').on(table.address, table.bizType),
    index('codes_expires_at').on(table.expiresAt),
  ],
);

/** When something was done that may be done only so often, by the hash of what it is about. */
export const budgets = pgTable(
  'budgets',
  {
    key: text('key').primaryKey(),
    spent: time('spent').array().notNull(),
    forgottenAt: time('forgotten_at').notNull(),
  },
  (table) => [index('budgets_forgotten_at').on(table.forgottenAt)],
);

/** A puzzle that was solved, once, and the pass that was given for it. */
export const humanChecks = pgTable(
  'human_checks',
  {
    puzzle: text('puzzle').primaryKey(),
    passHash: text('pass_hash').notNull().unique(),
    browser: text('browser').notNull(),
    expiresAt: time('expires_at').notNull(),
    spentAt: time('spent_at'),
  },
  (table) => [index('human_checks_expires_at').on(table.expiresAt)],
);

/** Someone new may set a first password, once, in the session that they came with. */
export const passwordOffers = pgTable(
  'password_offers',
  {
    handleHash: text('handle_hash').primaryKey(),
    session: text('session')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    expiresAt: time('expires_at').notNull(),
    usedAt: time('used_at'),
  },
  (table) => [index('password_offers_expires_at').on(table.expiresAt)],
);

/** A code to be scanned, from being asked for to the sign-in that comes of it. */
export const scans = pgTable(
  'scans',
  {
    /** Of what reads the result. */
    loginHash: text('login_hash').primaryKey(),
    /** Of what stands in the code; it reads nothing. */
    sceneHash: text('scene_hash').notNull().unique(),
    /** Of what the phone confirms or declines with. */
    ticketHash: text('ticket_hash').unique(),
    /** Of the handle that a stranger goes on with. */
    contextHash: text('context_hash').unique(),
    contextFor: text('context_for', { enum: ['bind', 'oneClick'] }),
    contextUntil: time('context_until'),
    app: text('app', { enum: scanApps }).notNull(),
    state: text('state', { enum: ['waiting', 'scanned', 'confirmed', 'declined', 'failed'] }).notNull(),
    /** The browser that shows the code, and what the phone is told of it. */
    browser: text('browser').notNull(),
    fingerprintHash: text('fingerprint_hash').notNull(),
    device: text('device').notNull(),
    address: text('address').notNull(),
    country: text('country'),
    language: text('language', { enum: languages }).notNull(),
    /** Where the person wanted to go, already gated. */
    target: text('target'),
    /** Who scanned, under each name that the app has for them. */
    subjects: jsonb('subjects').$type<{ provider: string; subject: string }[]>(),
    /** Vouched for by the app. */
    mobile: text('mobile'),
    outsideMainland: boolean('outside_mainland').notNull().default(false),
    /** The phone that confirmed was in another country. */
    elsewhere: boolean('elsewhere').notNull().default(false),
    createdAt: time('created_at').notNull(),
    expiresAt: time('expires_at').notNull(),
    usedAt: time('used_at'),
  },
  (table) => [index('scans_expires_at').on(table.expiresAt)],
);

/** What Alipay gave for a number, and whose it is: it names nobody and has no end, so it is good for who brought it first. */
export const verifiedMobiles = pgTable('vouched_numbers', {
  /** Of the sealed number, which is the same whenever the number is. */
  sealHash: text('seal_hash').primaryKey(),
  /** Of each name that the app has for who brought it. */
  broughtBy: text('brought_by').array().notNull(),
  broughtAt: time('brought_at').notNull(),
});
