import { auditTypes } from '@foyer/contract/flows/account';
import { bigint, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { time } from './timestamp.ts';

/**
 * What was done to accounts and by whom. A trigger refuses to change a row, and to delete one that is not older than the
 * retention (0023). It refers to no other table, so that it outlasts the account.
 */
export const auditEvents = pgTable(
  'audit_events',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: time('at').notNull(),
    /** The `ouid`; null where no account is known, as after a wrong account name. */
    account: text('account'),
    type: text('type', { enum: auditTypes }).notNull(),
    actor: text('actor', { enum: ['person', 'operator', 'service'] }).notNull(),
    /** The sign-in method, where there is one. */
    method: text('method'),
    factor: text('factor'),
    /** Masked values only. */
    details: jsonb('details').$type<Record<string, string | number | string[]>>().notNull(),
    requestId: text('request_id').notNull(),
    maskedIp: text('masked_ip').notNull(),
    device: text('device').notNull(),
    /** The `sid` of the session in which it happened. */
    sid: text('sid'),
  },
  (table) => [index('audit_events_account').on(table.account, table.id), index('audit_events_at').on(table.at)],
);
