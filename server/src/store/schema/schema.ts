import { languages } from '@foyer/contract/language';
import { scanApps } from '@foyer/contract/pages/page-config';
import { secondFactors } from '@foyer/contract/second-factors';
import { type SQLWrapper, sql } from 'drizzle-orm';
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

export const notAscii = (column: SQLWrapper) => sql`${column} ~ '[^ -~]'`;

export const accounts = pgTable(
  'accounts',
  {
    /** What applications get as `sub`: one of ours, or the one that the person had at another provider. */
    ouid: text('ouid').primaryKey(),
    /** The person's id in another system of the operator, such as a staff number. */
    externalId: text('external_id'),
    mobile: text('mobile').unique(),
    /** In the form of `readEmail`: in lower case, with an ASCII domain. */
    email: text('email').unique(),
    name: text('name'),
    /** As in a passport; shown to people whose page is not in Chinese. */
    latinName: text('latin_name'),
    /** In upper case. Known for invited accounts, whose first sign-in asks for its last characters. */
    idNumber: text('id_number'),
    passwordHash: text('password_hash'),
    /** When the password was last reset by a code: from then on it proves no more than the code did. */
    passwordResetAt: time('password_reset_at'),
    /** When the person last set it. */
    passwordChangedAt: time('password_changed_at'),
    secondFactor: boolean('second_factor').notNull().default(false),
    lastSecondFactor: text('last_second_factor', { enum: secondFactors }),
    /** What was set or added by one factor alone, by its name: until then it says no more than that factor. */
    newFactors: jsonb('new_factors')
      .$type<Record<string, { by: string[]; since?: string; until: string }>>()
      .notNull()
      .default({}),
    /** How many authenticator apps and passkeys the account has; triggers count them (0020). */
    enrolledFactors: integer('own_factors').notNull().default(0),
    /** A trigger ends sessions, pending sign-ins and trusted browsers whenever this changes (0012). */
    disabledAt: time('disabled_at'),
    lastSignInAt: time('last_sign_in_at'),
    /** When the person of an invited account passed the identity check. */
    identityCheckedAt: time('identity_checked_at'),
    /** The language of the last sign-in; notices are sent in it. */
    language: text('language', { enum: languages }),
    /** From when on a passkey may be offered after a sign-in; null for a person who was never asked. */
    passkeyOfferFrom: time('passkey_offer_from'),
    realNameAt: time('real_name_at'),
    createdAt: time('created_at').notNull(),
    /** When the account will be erased, if the person has asked for it. From then on it counts as erased. */
    closesAt: time('closes_at'),
  },
  (table) => [
    index('accounts_id_number').on(table.idNumber),
    uniqueIndex('accounts_external_id').on(table.externalId),
    index('accounts_closes_at')
      .on(table.closesAt)
      .where(sql`${table.closesAt} is not null`),
    // For the search by the beginning of a name: the usual order of texts of most databases cannot find it.
    index('accounts_mobile_prefix').on(table.mobile.op('text_pattern_ops')),
    index('accounts_email_prefix').on(table.email.op('text_pattern_ops')),
    index('accounts_name_prefix').on(table.name.op('text_pattern_ops')),
    index('accounts_latin_name_prefix').on(sql`lower(${table.latinName}) text_pattern_ops`),
    // The few addresses that may still have an earlier form; see normalize-emails.ts.
    index('accounts_email_not_ascii').on(table.email).where(notAscii(table.email)),
    // Refuses imported hashes that no password could match; argon2 writes its parameters into the hash.
    check('accounts_password_hash_format', sql`${table.passwordHash} like '$argon2%$m=%,t=%,p=%$%$%'`),
    check(
      'accounts_second_factor_exists',
      sql`not ${table.secondFactor} or ${table.mobile} is not null or ${table.enrolledFactors} > 0`,
    ),
  ],
);

/** Which account has accepted which version of the agreement. */
export const agreements = pgTable(
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
    /** Stays the same when the person signs in to the same account again in the same browser. */
    sid: text('sid')
      .notNull()
      .default(sql`gen_random_uuid()::text`),
    account: text('account')
      .notNull()
      .references(() => accounts.ouid, { onDelete: 'cascade' }),
    /**
     * `awaitingConsent`: the account has not accepted the agreement in force, and the session allows only that.
     * `closing`: the account is to be closed, and the session allows nothing but keeping it.
     */
    state: text('state', { enum: ['open', 'awaitingConsent', 'closing'] }).notNull(),
    method: text('method').notNull(),
    factors: text('factors').array().notNull(),
    device: text('device').notNull(),
    /** The full client IP is never stored. */
    maskedIp: text('masked_ip').notNull(),
    /** The hash of the handle that this session was opened with, if any. Unique: one handle opens one session. */
    usedHandleHash: text('proof_hash').unique(),
    createdAt: time('created_at').notNull(),
    /** The last proof of who the person is; null where a node of an earlier version opened the session, just then. */
    provenAt: time('proven_at'),
    lastSeenAt: time('last_seen_at').notNull(),
    expiresAt: time('expires_at').notNull(),
    /** On a computer that others use: it ends sooner, and nothing that it gives an application outlives it. */
    shared: boolean('shared').notNull().default(false),
  },
  (table) => [
    index('sessions_account').on(table.account),
    index('sessions_sid').on(table.sid),
    index('sessions_expires_at').on(table.expiresAt),
  ],
);

/** Sign-ins whose first factor is proven and which still need a second factor or an identity check. */
export const pendingSignIns = pgTable(
  'pending_sign_ins',
  {
    handleHash: text('handle_hash').primaryKey(),
    account: text('account')
      .notNull()
      .references(() => accounts.ouid, { onDelete: 'cascade' }),
    /** `stepUp`: a second factor for the session that the browser has. */
    awaiting: text('awaiting', { enum: ['secondFactor', 'identityCheck', 'stepUp'] }).notNull(),
    method: text('method').notNull(),
    factors: text('factors')
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** Only this browser can complete the sign-in. */
    browserId: text('browser_id').notNull().default(''),
    /** Checked against the redirect allowlist. */
    redirectUrl: text('redirect_url').notNull(),
    /** The hash of the handle that this sign-in was proven with, if any. */
    usedHandleHash: text('proof_hash').unique(),
    /** The ids of one person that are linked to the account when the sign-in completes. */
    linkIdentities: jsonb('link_identities').$type<{ provider: string; subject: string }[]>(),
    /** The same, as an earlier version stores it: for nodes that are not updated yet. */
    linkProvider: text('link_provider'),
    linkSubject: text('link_subject'),
    expiresAt: time('expires_at').notNull(),
    usedAt: time('used_at'),
  },
  (table) => [index('pending_sign_ins_expires_at').on(table.expiresAt)],
);

/** Counters of attempts at passwords and ID suffixes. */
export const attempts = pgTable(
  'attempts',
  {
    /** The hash of what is counted. */
    key: text('key').primaryKey(),
    count: integer('count').notNull(),
    /** No further attempt is allowed before this. */
    blockedUntil: time('blocked_until').notNull(),
    /** From then on the counter starts again at zero. */
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [index('attempts_expires_at').on(table.expiresAt)],
);

export const identities = pgTable(
  'identities',
  {
    id: text('id').primaryKey(),
    account: text('account')
      .notNull()
      .references(() => accounts.ouid, { onDelete: 'cascade' }),
    provider: text('provider').notNull(),
    /** The person's id at the provider. An identity is provider and subject together, never an e-mail address. */
    subject: text('subject').notNull(),
    since: time('since').notNull(),
  },
  (table) => [
    unique('identities_provider_subject').on(table.provider, table.subject),
    index('identities_account').on(table.account),
    // An account has at most one identity at each company.
    uniqueIndex('identities_one_per_company')
      .on(table.account, table.provider)
      .where(sql`${table.provider} ~ '^(sso|wecom)[.]'`),
  ],
);

/** What a session has just unlinked, for as long as it can undo that. */
export const unlinkedIdentities = pgTable(
  'unlinked_identities',
  {
    id: text('id').primaryKey(),
    session: text('session').notNull(),
    provider: text('provider').notNull(),
    subject: text('subject').notNull(),
    since: time('since').notNull(),
    /** What the account had recorded of it as a new factor. */
    newFactor: jsonb('new_factor').$type<{ by: string[]; until: string; since?: string }>(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [
    index('unlinked_identities_session').on(table.session),
    index('unlinked_identities_expires_at').on(table.expiresAt),
  ],
);

/** Secrets shared between all nodes: generated at the first start, or pushed by WeCom. */
export const secrets = pgTable('secrets', { name: text('name').primaryKey(), value: text('value').notNull() });

/** One-time codes, sent and verified. */
export const codes = pgTable(
  'codes',
  {
    /** Of the serviceId. */
    handleHash: text('handle_hash').primaryKey(),
    bizType: text('biz_type').notNull(),
    kind: text('kind', { enum: ['mobile', 'email'] }).notNull(),
    /** The mobile number or e-mail address that it was sent to. */
    recipient: text('recipient').notNull(),
    /** Known from an earlier step, or created with this code. */
    account: text('account').references(() => accounts.ouid, { onDelete: 'cascade' }),
    /** The hash of the earlier step's handle that the code was requested with. */
    previousHandleHash: text('previous_handle_hash'),
    /** The code works only in the browser that requested it. */
    browserId: text('browser_id').notNull(),
    codeHash: text('code_hash').notNull(),
    /** The serviceId, encrypted, where the code may be entered in another dialog of the same person. */
    sealedServiceId: text('sealed_service_id'),
    failedAttempts: integer('failed_attempts').notNull().default(0),
    createdAt: time('created_at').notNull(),
    /** Later once the code is verified. */
    expiresAt: time('expires_at').notNull(),
    verifiedAt: time('verified_at'),
    usedAt: time('used_at'),
    /** The keyed hash of the value it was used with. The same value again means that the response was lost. */
    usedWithHash: text('used_with_hash'),
  },
  (table) => [
    index('codes_recipient_biz_type').on(table.recipient, table.bizType),
    index('codes_expires_at').on(table.expiresAt),
  ],
);

/**
 * When each limited action was done, so that sliding windows can be counted. The table is called `budgets` for nodes of
 * an earlier version, which run beside this one during an update. So are `password_offers` and `proof_hash`.
 */
export const quotas = pgTable(
  'budgets',
  {
    /** The hash of what is limited. */
    key: text('key').primaryKey(),
    /** In the order of time; a high limit counts uses by the end of their bucket. */
    usedAt: time('used_at').array().notNull(),
    /** How many uses each of these times stands for: one, where an earlier version has stored none. */
    counts: integer('counts').array(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [index('budgets_expires_at').on(table.expiresAt)],
);

/** A new account may set a first password once, in the session it was created with. */
export const passwordSetups = pgTable(
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

/** QR codes, from their request to the sign-in that results. */
export const scans = pgTable(
  'scans',
  {
    /** Of the loginId or, after a return from an app's own page, of the preLoginId. */
    loginIdHash: text('login_id_hash').primaryKey(),
    sceneHash: text('scene_hash').notNull().unique(),
    ticketHash: text('ticket_hash').unique(),
    /** Of the userInfoContextId. */
    contextHash: text('context_hash').unique(),
    contextFor: text('context_for', { enum: ['bind', 'oneClick'] }),
    contextExpiresAt: time('context_expires_at'),
    app: text('app', { enum: scanApps }).notNull(),
    state: text('state', { enum: ['waiting', 'scanned', 'confirmed', 'declined', 'failed'] }).notNull(),
    /** The browser that shows the code, and what the phone shows about it. */
    browserId: text('browser_id').notNull(),
    fingerprintHash: text('fingerprint_hash').notNull(),
    device: text('device').notNull(),
    maskedIp: text('masked_ip').notNull(),
    country: text('country'),
    language: text('language', { enum: languages }).notNull(),
    /** Checked against the redirect allowlist. */
    redirectUrl: text('redirect_url'),
    /** The session that the scan links the app to, and its account as the phone shows it. Such a scan signs no one in. */
    linkSession: text('link_session'),
    linkAccount: text('link_account'),
    /** The person who scanned, under each id that the app has for them. */
    subjects: jsonb('subjects').$type<{ provider: string; subject: string }[]>(),
    /** As the app reports it. */
    mobile: text('mobile'),
    outsideMainland: boolean('outside_mainland').notNull().default(false),
    /** The phone that confirmed was in another country than the browser. */
    otherCountry: boolean('other_country').notNull().default(false),
    createdAt: time('created_at').notNull(),
    expiresAt: time('expires_at').notNull(),
    usedAt: time('used_at'),
  },
  (table) => [index('scans_expires_at').on(table.expiresAt)],
);

/** Sign-ins of a computer that continue on a phone. */
export const handoffs = pgTable(
  'handoffs',
  {
    /** Of the handoffId, which the computer polls with. */
    idHash: text('id_hash').primaryKey(),
    /** Of the token in the link. */
    tokenHash: text('token_hash').notNull().unique(),
    state: text('state', { enum: ['waiting', 'opened', 'asked', 'confirmed', 'declined', 'wrongNumber'] }).notNull(),
    /** The browser that shows the QR code, and what the phone shows about it. */
    browserId: text('browser_id').notNull(),
    device: text('device').notNull(),
    maskedIp: text('masked_ip').notNull(),
    country: text('country'),
    /** Checked against the redirect allowlist. */
    redirectUrl: text('redirect_url'),
    /** The browser that has opened the link. */
    phoneBrowserId: text('phone_browser_id'),
    openedAt: time('opened_at'),
    /** The id of the session that was opened there after that, and the number that the computer shows since then. */
    phoneSession: text('phone_session'),
    number: integer('number'),
    /** The phone that confirmed was in another country than the computer. */
    otherCountry: boolean('other_country').notNull().default(false),
    createdAt: time('created_at').notNull(),
    expiresAt: time('expires_at').notNull(),
    usedAt: time('used_at'),
  },
  (table) => [
    index('handoffs_phone_browser_id').on(table.phoneBrowserId),
    index('handoffs_expires_at').on(table.expiresAt),
  ],
);
