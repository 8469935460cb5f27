import { minutes } from '@foyer/contract/time';
import { eq } from 'drizzle-orm';
import type { Clock } from '../platform/clock.ts';
import type { Sql } from '../database/database.ts';
import { secrets } from './schema/schema.ts';

/** WeCom sends another every ten minutes; one is good for half an hour. */
const livesFor = minutes(30);

/** The latest ticket of our suite, for all nodes: only one of them was told. */
export function suiteTicketStore(db: Sql, clock: Clock, suiteId: string) {
  const name = `wecomTicket.${suiteId}`;
  return {
    async keep(ticket: string) {
      const value = JSON.stringify({ ticket, at: clock.now() });
      await db.insert(secrets).values({ name, value }).onConflictDoUpdate({ target: secrets.name, set: { value } });
    },

    async latest(): Promise<string | undefined> {
      const [row] = await db.select().from(secrets).where(eq(secrets.name, name));
      const { ticket, at }: { ticket?: string; at?: number } = row ? JSON.parse(row.value) : {};
      return at !== undefined && clock.now() < at + livesFor ? ticket : undefined;
    },
  };
}
