import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { time } from './timestamp.ts';

/** Solved puzzles and the tokens issued for them. A puzzle counts once. */
export const humanChecks = pgTable(
  'human_checks',
  {
    puzzle: text('puzzle').primaryKey(),
    tokenHash: text('token_hash').notNull().unique(),
    browserId: text('browser_id').notNull(),
    expiresAt: time('expires_at').notNull(),
    usedAt: time('used_at'),
  },
  (table) => [index('human_checks_expires_at').on(table.expiresAt)],
);
