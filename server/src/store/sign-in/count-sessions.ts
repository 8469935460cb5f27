import { and, count, eq, gt } from 'drizzle-orm';
import type { Limits } from '../../config/config.ts';
import type { Sql } from '../../database/database.ts';
import type { Clock } from '../../platform/clock.ts';
import { sessions } from '../schema/schema.ts';
import { aliveTimes, isUsed } from './session-checks.ts';

/** How many sessions could be used at this moment. */
export async function countSessions(db: Sql, clock: Clock, limits: Limits['session']): Promise<number> {
  const { now, idleSince, sharedIdleSince } = aliveTimes(clock, limits);
  const isLive = and(gt(sessions.expiresAt, now), isUsed(idleSince, sharedIdleSince), eq(sessions.state, 'open'));
  const [found] = await db.select({ live: count() }).from(sessions).where(isLive);
  return found?.live ?? 0;
}
