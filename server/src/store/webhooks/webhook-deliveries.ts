import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Sql } from '../../database/database.ts';
import type { Clock } from '../../platform/clock.ts';
import { webhooks } from './limits.ts';
import { sqlTime } from '../schema/timestamp.ts';
import { webhookDeliveries, webhookEndpoints, webhookEvents } from '../schema/webhook-schema.ts';
import type { WebhookEvent } from './webhook-events.ts';

/** One that a node has taken to make an attempt. */
export interface TakenDelivery {
  endpoint: string;
  attempts: number;
  event: Pick<WebhookEvent, 'id' | 'type' | 'at' | 'data'>;
}

export type ListedDelivery = Awaited<ReturnType<ReturnType<typeof webhookDeliveryStore>['list']>>[number];

/** What is sent to endpoints, and what was, for 30 days. */
export function webhookDeliveryStore(db: Sql, clock: Clock) {
  const isDelivery = ({ endpoint, event }: { endpoint: string; event: { id: string } }) =>
    and(eq(webhookDeliveries.endpoint, endpoint), eq(webhookDeliveries.event, event.id));
  const isGivenUp = and(isNull(webhookDeliveries.nextAttemptAt), isNull(webhookDeliveries.deliveredAt));
  const now = () => sqlTime(clock.now());

  return {
    /** The endpoints that are on and have a delivery that is due. */
    async dueEndpoints(): Promise<string[]> {
      const { rows } = (await db.execute(sql`
        select id from ${webhookEndpoints} as one where disabled_at is null and exists (
          select from ${webhookDeliveries} where endpoint = one.id and next_attempt_at <= ${now()}
        ) order by id`)) as { rows: { id: string }[] };
      return rows.map(({ id }) => id);
    },

    /**
     * Takes what is due for one endpoint. No other node takes it until the lease has ended, so that nothing is lost with a
     * node, and a delivery that was under way there is made again.
     */
    async take(endpoint: string, limit: number): Promise<TakenDelivery[]> {
      const due = sql`
        select event from ${webhookDeliveries} where endpoint = ${endpoint} and next_attempt_at <= ${now()}
        order by next_attempt_at limit ${limit} for update skip locked`;
      return db
        .update(webhookDeliveries)
        .set({
          attempts: sql`${webhookDeliveries.attempts} + 1`,
          lastAttemptAt: now(),
          nextAttemptAt: sqlTime(clock.now() + webhooks.lease),
        })
        .from(webhookEvents)
        .where(
          and(
            eq(webhookDeliveries.endpoint, endpoint),
            eq(webhookEvents.id, webhookDeliveries.event),
            sql`${webhookDeliveries.event} = any(array(${due}))`,
          ),
        )
        .returning({
          endpoint: webhookDeliveries.endpoint,
          attempts: webhookDeliveries.attempts,
          event: { id: webhookEvents.id, type: webhookEvents.type, at: webhookEvents.at, data: webhookEvents.data },
        });
    },

    async delivered(delivery: TakenDelivery, lastResult: string) {
      await db
        .update(webhookDeliveries)
        .set({ deliveredAt: new Date(clock.now()), nextAttemptAt: null, lastResult })
        .where(isDelivery(delivery));
    },

    /** Without a delay it is given up. Another node may have delivered it meanwhile. */
    async failed(delivery: TakenDelivery, lastResult: string, delay: number | undefined) {
      const nextAttemptAt = delay === undefined ? null : new Date(clock.now() + delay);
      await db
        .update(webhookDeliveries)
        .set({ nextAttemptAt, lastResult })
        .where(and(isDelivery(delivery), isNull(webhookDeliveries.deliveredAt)));
    },

    /** The newest first. */
    list: (endpoint: string, { state, limit }: { state: 'failed' | 'pending' | undefined; limit: number }) =>
      db
        .select({
          event: webhookDeliveries.event,
          type: webhookEvents.type,
          at: webhookEvents.at,
          attempts: webhookDeliveries.attempts,
          lastAttemptAt: webhookDeliveries.lastAttemptAt,
          nextAttemptAt: webhookDeliveries.nextAttemptAt,
          deliveredAt: webhookDeliveries.deliveredAt,
          lastResult: webhookDeliveries.lastResult,
        })
        .from(webhookDeliveries)
        .innerJoin(webhookEvents, eq(webhookEvents.id, webhookDeliveries.event))
        .where(
          and(
            eq(webhookDeliveries.endpoint, endpoint),
            state === 'failed'
              ? isGivenUp
              : state === 'pending'
                ? isNotNull(webhookDeliveries.nextAttemptAt)
                : undefined,
          ),
        )
        .orderBy(desc(webhookEvents.at), desc(webhookEvents.position))
        .limit(limit),

    /** One event is sent again, or for the first time. False where there is no such event. */
    async replayOne(endpoint: string, event: string): Promise<boolean> {
      const { rows } = (await db.execute(sql`
        insert into ${webhookDeliveries} (endpoint, event, created_at, next_attempt_at)
        select ${endpoint}, id, ${now()}, ${now()} from ${webhookEvents}
        where id = ${event}::uuid and position is not null
        on conflict (endpoint, event) do update set attempts = 0, next_attempt_at = ${now()}, delivered_at = null
        returning event`)) as { rows: unknown[] };
      return rows.length > 0;
    },

    /** What was given up is tried again. */
    async replayFailed(endpoint: string, since: Date): Promise<number> {
      const again = await db
        .update(webhookDeliveries)
        .set({ attempts: 0, nextAttemptAt: now() })
        .where(
          and(
            eq(webhookDeliveries.endpoint, endpoint),
            isGivenUp,
            sql`${webhookDeliveries.createdAt} >= ${since.toISOString()}::timestamptz`,
          ),
        )
        .returning({ event: webhookDeliveries.event });
      return again.length;
    },

    /** Events that the endpoint was not to get when they were published, because it was off or did not exist. */
    async replayMissing(endpoint: string, since: Date): Promise<number> {
      const { rows } = (await db.execute(sql`
        insert into ${webhookDeliveries} (endpoint, event, created_at, next_attempt_at)
        select endpoint.id, event.id, ${now()}, ${now()}
        from ${webhookEvents} as event join ${webhookEndpoints} as endpoint
          on endpoint.id = ${endpoint} and (endpoint.types = '{}' or event.type = any(endpoint.types))
        where event.position is not null and event.at >= ${since.toISOString()}::timestamptz
        on conflict do nothing returning event`)) as { rows: unknown[] };
      return rows.length;
    },

    /** For the metrics: what waits, since when the oldest of it could have been delivered, and what was given up. */
    async backlog(): Promise<{ pending: number; failed: number; oldestSeconds: number }> {
      const { rows } = (await db.execute(sql`
        select count(*) filter (where next_attempt_at is not null)::int as pending,
          count(*) filter (where next_attempt_at is null and delivered_at is null)::int as failed,
          coalesce(extract(epoch from ${now()} - min(delivery.created_at) filter (where next_attempt_at is not null)), 0)::float
            as oldest
        from ${webhookDeliveries} as delivery join ${webhookEndpoints} as endpoint
          on endpoint.id = delivery.endpoint and endpoint.disabled_at is null
        where delivered_at is null`)) as { rows: { pending: number; failed: number; oldest: number }[] };
      const { pending = 0, failed = 0, oldest = 0 } = rows[0] ?? {};
      return { pending, failed, oldestSeconds: oldest };
    },
  };
}
