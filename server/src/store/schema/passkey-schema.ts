import { bigint, boolean, index, pgTable, text } from 'drizzle-orm/pg-core';
import { accounts } from './schema.ts';
import { time } from './timestamp.ts';

export const passkeys = pgTable(
  'passkeys',
  {
    id: text('id').primaryKey(),
    account: text('account')
      .notNull()
      .references(() => accounts.ouid, { onDelete: 'cascade' }),
    /** Chosen by the authenticator. */
    credentialId: text('credential_id').notNull().unique(),
    /** By which the authenticator names the account, where that is not its own: the passkey came with a merged account. */
    userHandle: text('user_handle'),
    /** As COSE, in base64url. */
    publicKey: text('public_key').notNull(),
    /** How often it was used, as the authenticator says; 0 for ever where it does not count. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    /** How browsers can reach the authenticator. */
    transports: text('transports').array().notNull(),
    /** The model of the authenticator, as it says itself: good for a name and nothing else. */
    aaguid: text('aaguid').notNull(),
    /** Given by the person. */
    name: text('name'),
    /** Whether it may be copied to other devices. This never changes. */
    backupEligible: boolean('backup_eligible').notNull(),
    backedUp: boolean('backed_up').notNull(),
    createdAt: time('created_at').notNull(),
    lastUsedAt: time('last_used_at'),
  },
  (table) => [index('passkeys_account').on(table.account)],
);

export const passkeyPurposes = ['signIn', 'add', 'addSilently', 'secondFactor', 'freshProof'] as const;

/** Random values that authenticators sign, each for one use in one browser. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    challengeHash: text('challenge_hash').primaryKey(),
    browserId: text('browser_id').notNull(),
    purpose: text('purpose', { enum: passkeyPurposes }).notNull(),
    /** Whose passkey it must be; null for a sign-in, in which the passkey names the account. */
    account: text('account').references(() => accounts.ouid, { onDelete: 'cascade' }),
    expiresAt: time('expires_at').notNull(),
    usedAt: time('used_at'),
  },
  (table) => [index('passkey_challenges_expires_at').on(table.expiresAt)],
);
