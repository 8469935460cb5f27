import { and, desc, eq, gt, isNull, lt, or } from 'drizzle-orm';
import type { Sql } from '../../database/database.ts';
import { oidcKeys } from '../schema/oidc-schema.ts';

export type StoredKey = typeof oidcKeys.$inferSelect;

export function oidcKeyStore(db: Sql) {
  return {
    /** The keys to publish, the newest first. */
    published: (now: Date): Promise<StoredKey[]> =>
      db
        .select()
        .from(oidcKeys)
        .where(or(isNull(oidcKeys.publishedUntil), gt(oidcKeys.publishedUntil, now)))
        .orderBy(desc(oidcKeys.generation)),

    /** False when another process has added this generation. */
    async add(key: Omit<StoredKey, 'publishedUntil'>): Promise<boolean> {
      const added = await db
        .insert(oidcKeys)
        .values(key)
        .onConflictDoNothing()
        .returning({ generation: oidcKeys.generation });
      return added.length > 0;
    },

    /** Ends the publication of all earlier keys that are still published without an end. */
    async retireOthers(generation: number, publishedUntil: Date) {
      await db
        .update(oidcKeys)
        .set({ publishedUntil })
        .where(and(lt(oidcKeys.generation, generation), isNull(oidcKeys.publishedUntil)));
    },

    async replaceEncrypted(generation: number, encryptedKey: string) {
      await db.update(oidcKeys).set({ encryptedKey }).where(eq(oidcKeys.generation, generation));
    },

    async remove(generation: number) {
      await db.delete(oidcKeys).where(eq(oidcKeys.generation, generation));
    },

    async deleteUnpublished(now: Date) {
      await db.delete(oidcKeys).where(lt(oidcKeys.publishedUntil, now));
    },
  };
}
