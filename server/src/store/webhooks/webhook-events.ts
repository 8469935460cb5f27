import { and, asc, gt, inArray, sql } from 'drizzle-orm';
import type { WebhookEventType } from '@foyer/contract/events/webhook-events';
import type { Sql } from '../../database/database.ts';
import type { Clock } from '../../platform/clock.ts';
import { webhooks } from './limits.ts';
import { sqlTime } from '../schema/timestamp.ts';
import { webhookDeliveries, webhookEndpoints, webhookEvents, webhookPositions } from '../schema/webhook-schema.ts';
import type { NewWebhookEvent } from './event-of-audit.ts';

export type WebhookEvent = typeof webhookEvents.$inferSelect;

/** An arbitrary number, the same for all processes. */
const publishLock = 7_366_939;

/** What applications are told. The audit trail writes most of it. */
export function webhookEventStore(db: Sql, clock: Clock) {
  return {
    /** An event that several nodes may find: it is written once, as long as it is kept. */
    async addOnce(event: NewWebhookEvent, onceKey: string) {
      await db
        .insert(webhookEvents)
        .values({ at: new Date(clock.now()), onceKey, ...event })
        .onConflictDoNothing();
    },

    /**
     * Gives committed events their positions, and each endpoint its deliveries. One process does it at a time, until its
     * commit: so no event appears behind a position that a reader of the feed has passed. Without `wait`, it is left to the
     * process that does it at the moment. Returns whether there may be more.
     */
    async publish({ wait = false } = {}): Promise<boolean> {
      return db.transaction(async (tx) => {
        if (wait) await tx.execute(sql`select pg_advisory_xact_lock(${publishLock})`);
        else {
          const lock = await tx.execute(sql`select pg_try_advisory_xact_lock(${publishLock}) as locked`);
          if (!(lock as { rows: { locked: boolean }[] }).rows[0]?.locked) return false;
        }
        // Its snapshot is newer than the lock, so it sees what the process before has published.
        const next = sql.raw(`nextval('${webhookPositions.seqName}')`);
        const { rows } = (await tx.execute(sql`
          with unpublished as (
            select id, ${next} as position from (
              select id from ${webhookEvents} where position is null order by at limit ${webhooks.batch}
            ) as oldest
          ), published as (
            update ${webhookEvents} as event set position = unpublished.position from unpublished
            where event.id = unpublished.id returning event.id, event.type
          ), added as (
            insert into ${webhookDeliveries} (endpoint, event, created_at, next_attempt_at)
            select endpoint.id, published.id, ${sqlTime(clock.now())}, ${sqlTime(clock.now())}
            from published join ${webhookEndpoints} as endpoint
              on endpoint.disabled_at is null and (endpoint.types = '{}' or published.type = any(endpoint.types))
          ) select count(*)::int as count from published`)) as { rows: { count: number }[] };
        return rows[0]?.count === webhooks.batch;
      });
    },

    /** Published events behind this position, in the order of their positions. */
    after: (position: number, limit: number, types: readonly WebhookEventType[]): Promise<WebhookEvent[]> =>
      db
        .select()
        .from(webhookEvents)
        .where(
          and(
            gt(webhookEvents.position, position),
            types.length === 0 ? undefined : inArray(webhookEvents.type, [...types]),
          ),
        )
        .orderBy(asc(webhookEvents.position))
        .limit(limit),
  };
}
