import { pgTable, text } from 'drizzle-orm/pg-core';
import { time } from './timestamp.ts';

/**
 * Encrypted mobile numbers from an app, and the person who first sent each. The app's payload names no person and does not
 * expire, so it is accepted only from that person.
 */
export const verifiedMobiles = pgTable('verified_mobiles', {
  /** Of the encrypted number; the same number always gives the same one. */
  payloadHash: text('payload_hash').primaryKey(),
  /** Of each id that the app has for the person. */
  subjectHashes: text('subject_hashes').array().notNull(),
  lastUsedAt: time('last_used_at').notNull(),
});
