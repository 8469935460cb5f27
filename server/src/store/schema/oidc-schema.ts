import type { Language } from '@foyer/contract/language';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { accounts } from './schema.ts';
import { time } from './timestamp.ts';

/** Tables of the OpenID provider. */

/** The applications that sign people in here. */
export const oidcClients = pgTable('oidc_clients', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  /** In the languages in which it has another name. */
  names: jsonb('names').$type<Partial<Record<Language, string>>>(),
  /** How the application proves at the token endpoint who it is; `none` for one that cannot keep a secret. */
  authentication: text('authentication', { enum: ['secret', 'privateKey', 'none'] }).notNull(),
  secretHash: text('secret_hash'),
  /** The secret before the last rotation, until it ends. */
  previousSecretHash: text('previous_secret_hash'),
  previousSecretUntil: time('previous_secret_until'),
  /** Public keys: they verify what the application signs. */
  jwks: jsonb('jwks').$type<{ keys: Record<string, unknown>[] }>(),
  redirectUris: text('redirect_uris').array().notNull(),
  postLogoutRedirectUris: text('post_logout_redirect_uris').array().notNull(),
  backchannelLogoutUri: text('backchannel_logout_uri'),
  /** Where the application starts a sign-in: `initiate_login_uri` of OpenID Connect. */
  loginUri: text('login_uri'),
  /** One of the operator's own applications: people are not asked for consent. */
  firstParty: boolean('first_party').notNull(),
  requirePushedRequests: boolean('require_pushed_requests').notNull(),
  requireSignedRequests: boolean('require_signed_requests').notNull(),
  /** For a library that has no PKCE: a request with a nonce does without. */
  pkceOptional: boolean('pkce_optional').notNull().default(false),
  /** For a library that does not ask userinfo: the ID token holds the claims of every scope. */
  claimsInIdToken: boolean('claims_in_id_token').notNull().default(false),
  /** In seconds: so long a refresh token that was used gives the same successor again. */
  refreshGrace: integer('refresh_grace').notNull().default(10),
  /** It gets tokens in its own name, without a person: `client_credentials`. */
  machine: boolean('machine').notNull().default(false),
  /** People allow it on a device beside them, by typing a code: device authorization (RFC 8628). */
  device: boolean('device').notNull().default(false),
  /** By the audience of an API the scopes that it may ask for there. */
  apiScopes: jsonb('api_scopes').$type<Record<string, string[]>>().notNull().default({}),
  /** The applications whose access tokens it may ask about. */
  introspects: text('introspects').array().notNull().default([]),
  createdAt: time('created_at').notNull(),
});

/** What applications call with an access token that the API checks by itself. */
export const oidcApis = pgTable('oidc_apis', {
  /** The URI that a request names as `resource`, and the token as `aud`. */
  audience: text('audience').primaryKey(),
  name: text('name').notNull(),
  scopes: text('scopes').array().notNull(),
  createdAt: time('created_at').notNull(),
});

export const oidcKeys = pgTable('oidc_keys', {
  /** Counts up from 1. Unique: of several nodes that make the next key, one does. */
  generation: integer('generation').primaryKey(),
  kid: text('kid').notNull(),
  /** The private key, encrypted with a key that is not in the database. */
  encryptedKey: text('encrypted_key').notNull(),
  createdAt: time('created_at').notNull(),
  /** Published before it signs, so that every node knows it when the first token arrives. */
  signsFrom: time('signs_from').notNull(),
  /** Set by the next rotation: published until no token that it signed can be used. */
  publishedUntil: time('published_until'),
});

/** Codes, tokens, grants and interactions. */
export const oidcRecords = pgTable(
  'oidc_records',
  {
    /** The kind of record, as the library names it. */
    model: text('model').notNull(),
    idHash: text('id_hash').notNull(),
    payload: jsonb('payload').$type<Record<string, unknown>>().notNull(),
    grantId: text('grant_id'),
    account: text('account'),
    createdAt: time('created_at').notNull(),
    consumedAt: time('consumed_at'),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.model, table.idHash] }),
    index('oidc_records_grant_id').on(table.grantId),
    index('oidc_records_account').on(table.account),
    index('oidc_records_expires_at').on(table.expiresAt),
  ],
);

/** The codes that people type to connect a device, and how its application polls. */
export const oidcDeviceCodes = pgTable(
  'oidc_device_codes',
  {
    userCodeHash: text('user_code_hash').primaryKey(),
    /** The `id_hash` of the record of the model DeviceCode. */
    record: text('record').notNull(),
    /** In seconds: so long the application has to wait between two polls. */
    interval: integer('interval').notNull(),
    nextPollAt: time('next_poll_at').notNull(),
    /** Whether the last poll came before its time. */
    tooEarly: boolean('too_early').notNull().default(false),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [
    uniqueIndex('oidc_device_codes_record').on(table.record),
    index('oidc_device_codes_expires_at').on(table.expiresAt),
  ],
);

/** What a person allows an application of someone else, until they end it. */
export const oidcPermissions = pgTable(
  'oidc_permissions',
  {
    account: text('account')
      .notNull()
      .references(() => accounts.ouid, { onDelete: 'cascade' }),
    client: text('client')
      .notNull()
      .references(() => oidcClients.id, { onDelete: 'cascade' }),
    scopes: text('scopes').array().notNull(),
    allowedAt: time('allowed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.account, table.client] })],
);

/** What a person is at an application, as the operator says; only that application learns it. */
export const accountRoles = pgTable(
  'account_roles',
  {
    account: text('account')
      .notNull()
      .references(() => accounts.ouid, { onDelete: 'cascade' }),
    client: text('client')
      .notNull()
      .references(() => oidcClients.id, { onDelete: 'cascade' }),
    roles: text('roles').array().notNull(),
    groups: text('groups').array().notNull(),
  },
  (table) => [primaryKey({ columns: [table.account, table.client] })],
);

/** What a session of ours means to applications. A trigger deletes it with the session (0017). */
export const oidcSessions = pgTable('oidc_sessions', {
  sid: text('sid').primaryKey(),
  /** By client: the grant, and the name of this session in its ID tokens. */
  authorizations: jsonb('authorizations')
    .$type<Record<string, { sid?: string | undefined; grantId?: string | undefined }>>()
    .notNull(),
  /** Of a sign-out that an application asked for and the person has not confirmed yet. */
  state: jsonb('state').$type<Record<string, unknown>>(),
});

/** Applications that still have to learn that a session has ended. The trigger of `sessions` adds them (0017). */
export const oidcLogouts = pgTable(
  'oidc_logouts',
  {
    client: text('client')
      .notNull()
      .references(() => oidcClients.id, { onDelete: 'cascade' }),
    /** The name of the session in the ID tokens of this client. */
    sid: text('sid').notNull(),
    account: text('account').notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** Null before the first attempt, which is made at once. */
    nextAttemptAt: time('next_attempt_at'),
  },
  (table) => [primaryKey({ columns: [table.client, table.sid] })],
);
