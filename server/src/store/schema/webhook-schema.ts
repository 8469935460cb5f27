import { webhookEventTypes, type WebhookEventData } from '@foyer/contract/events/webhook-events';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgSequence,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { time } from './timestamp.ts';

/** The positions of events. One statement at a time takes from it, so that they become visible in their order. */
export const webhookPositions = pgSequence('webhook_positions');

/** What applications are told. Written in the transaction of the change; it names people by their `ouid` alone. */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** Null until it is published, after the commit: a later position is never visible before an earlier one. */
    position: bigint('position', { mode: 'number' }).unique('webhook_events_position'),
    at: time('at').notNull(),
    type: text('type', { enum: webhookEventTypes }).notNull(),
    data: jsonb('data').$type<WebhookEventData>().notNull(),
    /** Of an event that several nodes may find at the same time. */
    onceKey: text('once_key').unique('webhook_events_once_key'),
  },
  (table) => [
    index('webhook_events_at').on(table.at),
    index('webhook_events_unpublished')
      .on(table.at)
      .where(sql`${table.position} is null`),
  ],
);

/** Where events are sent. */
export const webhookEndpoints = pgTable('webhook_endpoints', {
  /** As the operator calls it. */
  id: text('id').primaryKey(),
  url: text('url').notNull(),
  /** The types that it gets; empty for all. */
  types: text('types').array().notNull(),
  /** Whether it gets the name and contacts of the person. */
  personalData: boolean('personal_data').notNull(),
  /** The key of the signatures, encrypted with a key that is not in the database. */
  encryptedSecret: text('encrypted_secret').notNull(),
  /** The one before the last rotation, until it ends: both sign. */
  previousEncryptedSecret: text('previous_encrypted_secret'),
  previousSecretUntil: time('previous_secret_until'),
  /** Since when no delivery has been accepted. */
  failingSince: time('failing_since'),
  disabledAt: time('disabled_at'),
  /** `failing`: for days. `gone`: it has answered 410. */
  disabledBy: text('disabled_by', { enum: ['operator', 'failing', 'gone'] }),
  createdAt: time('created_at').notNull(),
});

/** What was sent to whom, and what is still to be sent. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    endpoint: text('endpoint')
      .notNull()
      .references(() => webhookEndpoints.id, { onDelete: 'cascade' }),
    event: uuid('event')
      .notNull()
      .references(() => webhookEvents.id, { onDelete: 'cascade' }),
    createdAt: time('created_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** Null once it is delivered or given up. While a node sends, when another one may. */
    nextAttemptAt: time('next_attempt_at'),
    lastAttemptAt: time('last_attempt_at'),
    deliveredAt: time('delivered_at'),
    /** What the last attempt was answered: an HTTP status, or the code of an error. */
    lastResult: text('last_result'),
  },
  (table) => [
    primaryKey({ columns: [table.endpoint, table.event] }),
    index('webhook_deliveries_due')
      .on(table.endpoint, table.nextAttemptAt)
      .where(sql`${table.nextAttemptAt} is not null`),
    index('webhook_deliveries_created_at').on(table.createdAt),
    index('webhook_deliveries_event').on(table.event),
  ],
);
