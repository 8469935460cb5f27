import { and, asc, count, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Sql } from '../../database/database.ts';
import type { Clock } from '../../platform/clock.ts';
import { webhooks } from './limits.ts';
import { sqlTime } from '../schema/timestamp.ts';
import { webhookEndpoints } from '../schema/webhook-schema.ts';

export type WebhookEndpoint = typeof webhookEndpoints.$inferSelect;
type Secret = Pick<WebhookEndpoint, 'encryptedSecret' | 'previousEncryptedSecret' | 'previousSecretUntil'>;

/** Where events are sent. */
export function webhookEndpointStore(db: Sql, clock: Clock) {
  const isEndpoint = (id: string) => eq(webhookEndpoints.id, id);
  const isOn = (id: string) => and(isEndpoint(id), isNull(webhookEndpoints.disabledAt));

  return {
    all: (): Promise<WebhookEndpoint[]> => db.select().from(webhookEndpoints).orderBy(asc(webhookEndpoints.id)),

    async find(id: string): Promise<WebhookEndpoint | undefined> {
      const [endpoint] = await db.select().from(webhookEndpoints).where(isEndpoint(id));
      return endpoint;
    },

    /** False where there is one with this id. */
    async add(endpoint: typeof webhookEndpoints.$inferInsert): Promise<boolean> {
      const added = await db.insert(webhookEndpoints).values(endpoint).onConflictDoNothing().returning();
      return added.length > 0;
    },

    async change(id: string, changed: Partial<Pick<WebhookEndpoint, 'url' | 'types' | 'personalData'>>) {
      if (Object.keys(changed).length > 0) await db.update(webhookEndpoints).set(changed).where(isEndpoint(id));
    },

    async setSecret(id: string, secret: Secret) {
      await db.update(webhookEndpoints).set(secret).where(isEndpoint(id));
    },

    async remove(id: string) {
      await db.delete(webhookEndpoints).where(isEndpoint(id));
    },

    /** False where it is off already. */
    async disable(id: string, by: NonNullable<WebhookEndpoint['disabledBy']>): Promise<boolean> {
      const disabled = await db
        .update(webhookEndpoints)
        .set({ disabledAt: new Date(clock.now()), disabledBy: by })
        .where(isOn(id))
        .returning({ id: webhookEndpoints.id });
      return disabled.length > 0;
    },

    async enable(id: string) {
      await db
        .update(webhookEndpoints)
        .set({ disabledAt: null, disabledBy: null, failingSince: null })
        .where(isEndpoint(id));
    },

    /** It has accepted a delivery. */
    async accepted(id: string) {
      await db
        .update(webhookEndpoints)
        .set({ failingSince: null })
        .where(and(isEndpoint(id), isNotNull(webhookEndpoints.failingSince)));
    },

    /** It has not accepted a delivery. True where it is switched off now, after days without one that was accepted. */
    async failed(id: string): Promise<boolean> {
      const now = sqlTime(clock.now());
      const since = sql`coalesce(${webhookEndpoints.failingSince}, ${now})`;
      const isOver = sql`${since} <= ${sqlTime(clock.now() - webhooks.disableAfter)}`;
      const [endpoint] = await db
        .update(webhookEndpoints)
        .set({
          failingSince: since,
          disabledAt: sql`case when ${isOver} then ${now} end`,
          disabledBy: sql`case when ${isOver} then 'failing' end`,
        })
        .where(isOn(id))
        .returning({ disabledAt: webhookEndpoints.disabledAt });
      return endpoint?.disabledAt != null;
    },

    /** How many are off, but for those that the operator has switched off. */
    async countDisabled(): Promise<number> {
      const isOff = and(isNotNull(webhookEndpoints.disabledAt), sql`${webhookEndpoints.disabledBy} <> 'operator'`);
      const [row] = await db.select({ count: count() }).from(webhookEndpoints).where(isOff);
      return row?.count ?? 0;
    },
  };
}
