import { lt } from 'drizzle-orm';
import type { Sql } from '../platform/database.ts';
import { sweeping } from '../platform/service-limits.ts';
import { heldSignIns, sessions, tries } from './schema.ts';

/** Takes away what ended a day ago. */
export async function sweep(db: Sql, now: number) {
  const before = new Date(now - sweeping.keptFor);
  await db.delete(sessions).where(lt(sessions.expiresAt, before));
  await db.delete(heldSignIns).where(lt(heldSignIns.expiresAt, before));
  await db.delete(tries).where(lt(tries.forgottenAt, before));
}
