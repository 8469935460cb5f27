import type { PageEvent } from '@foyer/contract/flows/events';
import { asc, gte, sql } from 'drizzle-orm';
import type { Clock } from '../platform/clock.ts';
import type { Sql } from '../database/database.ts';
import { eventCounts } from './schema/content-schema.ts';

export type EventCount = typeof eventCounts.$inferSelect;

export const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

export function eventCountStore(db: Sql, clock: Clock) {
  return {
    /** Adds all events in one statement. */
    async add(events: readonly PageEvent[]) {
      const rows = countEvents(events, dayOf(clock.now()));
      if (rows.length === 0) return;
      await db
        .insert(eventCounts)
        .values(rows)
        .onConflictDoUpdate({
          target: [eventCounts.day, eventCounts.name, eventCounts.details],
          set: { count: sql`${eventCounts.count} + excluded.count` },
        });
    },

    since(age: number): Promise<EventCount[]> {
      return db
        .select()
        .from(eventCounts)
        .where(gte(eventCounts.day, dayOf(clock.now() - age)))
        .orderBy(asc(eventCounts.day), asc(eventCounts.name), asc(eventCounts.details));
    },
  };
}

/** One row for equal events, in a fixed order: two nodes that update the same rows cannot deadlock. */
function countEvents(events: readonly PageEvent[], day: string): EventCount[] {
  const counts = new Map<string, EventCount>();
  for (const { name, ...fields } of events) {
    const details: string[] = Object.values(fields);
    const key = [name, ...details].join();
    const known = counts.get(key);
    counts.set(key, { day, name, details, count: (known?.count ?? 0) + 1 });
  }
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}
