import { eq } from 'drizzle-orm';
import type { Sql } from '../database/database.ts';
import { secrets } from './schema/schema.ts';

/** Returns the stored secret. The node that starts first stores `generated`; the others read it. */
export async function ensureSecret(db: Sql, name: string, generated: string): Promise<string> {
  await db.insert(secrets).values({ name, value: generated }).onConflictDoNothing();
  const [stored] = await db.select().from(secrets).where(eq(secrets.name, name));
  if (!stored) throw new Error(`The secret ${name} was not stored`);
  return stored.value;
}
