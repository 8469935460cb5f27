import { boolean, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { time } from './timestamp.ts';

/** The SSO connections, one for each company. */
export const companies = pgTable('companies', {
  /** The company domain that people type: letters, digits, hyphens and underscores in lower case. */
  slug: text('slug').primaryKey(),
  /** Its name for people, such as Acme Ltd. */
  displayName: text('display_name'),
  kind: text('kind', { enum: ['oidc', 'saml'] }).notNull(),
  /** As the client of this kind reads them. */
  settings: jsonb('settings').notNull(),
  /** E-mail domains that the company has proven to own; an e-mail address of another domain is ignored. */
  mailDomains: text('mail_domains').array().notNull(),
  /** Its people can bind an account by e-mail address only. */
  emailOnly: boolean('email_only').notNull(),
  enabled: boolean('enabled').notNull(),
  createdAt: time('created_at').notNull(),
});

/** Sign-ins that were sent to a company's identity provider or to WeCom and have not returned yet. */
export const ssoRequests = pgTable(
  'sso_requests',
  {
    /** Of the OAuth state or the SAML RelayState. */
    stateHash: text('state_hash').primaryKey(),
    company: text('company').references(() => companies.slug, { onDelete: 'cascade' }),
    protocol: text('protocol', { enum: ['oidc', 'saml', 'wecom'] }).notNull(),
    /** Null where cookies are off: then `pageKey` says which page may redeem the access code. */
    browserId: text('browser_id'),
    pageKey: text('page_key'),
    nonce: text('nonce').notNull(),
    verifier: text('verifier').notNull(),
    /** Whether the person agreed before leaving the page. */
    agreed: boolean('agreed').notNull(),
    /** Checked against the redirect allowlist. */
    redirectUrl: text('redirect_url').notNull(),
    /** The session to whose account the identity is linked. Such a request signs no one in. */
    linkSession: text('link_session'),
    expiresAt: time('expires_at').notNull(),
    usedAt: time('used_at'),
  },
  (table) => [index('sso_requests_expires_at').on(table.expiresAt)],
);

/** Results of SSO requests. The page redeems each once; an unlinked person then binds an account with it. */
export const accessCodes = pgTable(
  'access_codes',
  {
    codeHash: text('code_hash').primaryKey(),
    method: text('method', { enum: ['sso', 'wecom'] }).notNull(),
    company: text('company').references(() => companies.slug, { onDelete: 'cascade' }),
    /** Where cookies are off: null until the page with `pageKey` has redeemed the code, then the browser ID of its token. */
    browserId: text('browser_id'),
    pageKey: text('page_key'),
    /** The person's identity at the company; null when the sign-in failed there. */
    provider: text('provider'),
    subject: text('subject'),
    refusal: text('refusal', { enum: ['ssoFailed', 'ssoCancelled', 'notAMember'] }),
    /** As the company reports them: hints, not proofs. */
    mobile: text('mobile'),
    email: text('email'),
    emailOnly: boolean('email_only').notNull(),
    agreed: boolean('agreed').notNull(),
    redirectUrl: text('redirect_url').notNull(),
    linkSession: text('link_session'),
    expiresAt: time('expires_at').notNull(),
    redeemedAt: time('redeemed_at'),
    /** Until when an unlinked person may bind an account. */
    bindableUntil: time('bindable_until'),
    boundAt: time('bound_at'),
  },
  (table) => [index('access_codes_expires_at').on(table.expiresAt)],
);

/** SAML assertions that were accepted; each is accepted once. */
export const seenAssertions = pgTable(
  'seen_assertions',
  { idHash: text('id_hash').primaryKey(), expiresAt: time('expires_at').notNull() },
  (table) => [index('seen_assertions_expires_at').on(table.expiresAt)],
);
