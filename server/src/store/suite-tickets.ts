import { minutes } from '@foyer/contract/time';
import { eq } from 'drizzle-orm';
import type { Clock } from '../platform/clock.ts';
import type { Sql } from '../database/database.ts';
import { secrets } from './schema/schema.ts';

/** WeCom pushes a new ticket every ten minutes; each is valid for half an hour. */
const livesFor = minutes(30);

/** The latest ticket of a WeCom suite. WeCom pushes it to one node; the others read it here. */
export function suiteTicketStore(db: Sql, clock: Clock) {
  const nameOf = (suiteId: string) => `wecomTicket.${suiteId}`;
  return {
    async save(suiteId: string, ticket: string) {
      const value = JSON.stringify({ ticket, at: clock.now() });
      await db
        .insert(secrets)
        .values({ name: nameOf(suiteId), value })
        .onConflictDoUpdate({ target: secrets.name, set: { value } });
    },

    async latest(suiteId: string): Promise<string | undefined> {
      const [row] = await db
        .select()
        .from(secrets)
        .where(eq(secrets.name, nameOf(suiteId)));
      const { ticket, at }: { ticket?: string; at?: number } = row ? JSON.parse(row.value) : {};
      return at !== undefined && clock.now() < at + livesFor ? ticket : undefined;
    },
  };
}
