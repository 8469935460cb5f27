import { eq } from 'drizzle-orm';
import type { Sql } from '../database/database.ts';
import { secrets } from './schema/schema.ts';

/** The secret of this name: whoever starts first makes it, everyone after finds it. */
export async function keepSecret(db: Sql, name: string, made: string): Promise<string> {
  await db.insert(secrets).values({ name, value: made }).onConflictDoNothing();
  const [kept] = await db.select().from(secrets).where(eq(secrets.name, name));
  if (!kept) throw new Error(`The secret ${name} was not kept`);
  return kept.value;
}
