import { boolean, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { time } from './timestamp.ts';

/** A company whose people sign in at its own door: one connection each. */
export const companies = pgTable('companies', {
  /** What people type: letters, digits, hyphen, underscore, in lower case. */
  slug: text('slug').primaryKey(),
  kind: text('kind', { enum: ['oidc', 'saml'] }).notNull(),
  /** As the provider of this kind reads them. */
  settings: jsonb('settings').notNull(),
  /** Domains of e-mail that the company has proved to be its own; an address elsewhere is not taken from it. */
  mailDomains: text('mail_domains').array().notNull(),
  /** Its people are bound to an e-mail address and nothing else. */
  emailOnly: boolean('email_only').notNull(),
  enabled: boolean('enabled').notNull(),
  createdAt: time('created_at').notNull(),
});

/** Someone has gone to their company's door, or to WeCom, and is expected back. */
export const ssoRequests = pgTable(
  'company_sign_ins',
  {
    /** Of the state, RelayState or whatever the other side hands back. */
    stateHash: text('state_hash').primaryKey(),
    company: text('company').references(() => companies.slug, { onDelete: 'cascade' }),
    way: text('way', { enum: ['oidc', 'saml', 'wecom'] }).notNull(),
    /** The hash of the browser's name; none where cookies are off. */
    browser: text('browser'),
    nonce: text('nonce').notNull(),
    verifier: text('verifier').notNull(),
    /** Whether the agreement was ticked before leaving. */
    agreed: boolean('agreed').notNull(),
    /** Where the person wanted to go, already gated. */
    target: text('target').notNull(),
    expiresAt: time('expires_at').notNull(),
    usedAt: time('used_at'),
  },
  (table) => [index('company_sign_ins_expires_at').on(table.expiresAt)],
);

/** What came of it, for the page to ask once; and, for someone unknown, what an account is to be joined with. */
export const accessCodes = pgTable(
  'access_codes',
  {
    codeHash: text('code_hash').primaryKey(),
    way: text('way', { enum: ['sso', 'wecom'] }).notNull(),
    company: text('company').references(() => companies.slug, { onDelete: 'cascade' }),
    /** The hash of the browser's name; where cookies are off, of the token that the first answer gave. */
    browser: text('browser'),
    /** Who the person is at the company; none when they were turned away. */
    provider: text('provider'),
    subject: text('subject'),
    refusal: text('refusal', { enum: ['ssoFailed', 'notAMember'] }),
    /** As the company told them. */
    mobile: text('mobile'),
    email: text('email'),
    emailOnly: boolean('email_only').notNull(),
    agreed: boolean('agreed').notNull(),
    target: text('target').notNull(),
    expiresAt: time('expires_at').notNull(),
    redeemedAt: time('redeemed_at'),
    /** Until when someone unknown may name and prove an account. */
    boundUntil: time('bound_until'),
    boundAt: time('bound_at'),
  },
  (table) => [index('access_codes_expires_at').on(table.expiresAt)],
);

/** What a company's identity provider has said once and may not say again. */
export const seenAssertions = pgTable(
  'seen_assertions',
  { idHash: text('id_hash').primaryKey(), expiresAt: time('expires_at').notNull() },
  (table) => [index('seen_assertions_expires_at').on(table.expiresAt)],
);
