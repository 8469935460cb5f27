import { and, count, eq, gt, isNull, max } from 'drizzle-orm';
import type { Sql } from '../../database/database.ts';
import type { Clock } from '../../platform/clock.ts';
import { retry } from '../../platform/service-limits.ts';
import { backupCodes } from '../schema/factor-schema.ts';

export function backupCodeStore(db: Sql, clock: Clock) {
  const isCode = (account: string, codeHash: string) =>
    and(eq(backupCodes.account, account), eq(backupCodes.codeHash, codeHash));

  return {
    /** How many are left, and when they were made; undefined if there were never any. */
    async summary(account: string): Promise<{ left: number; createdAt: Date } | undefined> {
      const [unused] = await db
        .select({ left: count() })
        .from(backupCodes)
        .where(and(eq(backupCodes.account, account), isNull(backupCodes.usedAt)));
      const [made] = await db
        .select({ at: max(backupCodes.createdAt) })
        .from(backupCodes)
        .where(eq(backupCodes.account, account));
      return made?.at ? { left: unused?.left ?? 0, createdAt: made.at } : undefined;
    },

    /** The salt that the account's codes are hashed with. */
    async saltOf(account: string): Promise<string | undefined> {
      const [row] = await db
        .select({ salt: backupCodes.salt })
        .from(backupCodes)
        .where(eq(backupCodes.account, account))
        .limit(1);
      return row?.salt;
    },

    /** Used or not. */
    async has(account: string, codeHash: string): Promise<boolean> {
      const [row] = await db
        .select({ account: backupCodes.account })
        .from(backupCodes)
        .where(isCode(account, codeHash));
      return row !== undefined;
    },

    /** The earlier codes count no longer. */
    async replace(account: string, salt: string, codeHashes: readonly string[]) {
      const createdAt = new Date(clock.now());
      await db.delete(backupCodes).where(eq(backupCodes.account, account));
      await db.insert(backupCodes).values(codeHashes.map((codeHash) => ({ account, codeHash, salt, createdAt })));
    },

    async removeAll(account: string) {
      await db.delete(backupCodes).where(eq(backupCodes.account, account));
    },

    /** Works once: of several concurrent requests, one succeeds. */
    async use(account: string, codeHash: string): Promise<boolean> {
      const used = await db
        .update(backupCodes)
        .set({ usedAt: new Date(clock.now()) })
        .where(and(isCode(account, codeHash), isNull(backupCodes.usedAt)))
        .returning({ account: backupCodes.account });
      return used.length > 0;
    },

    /** Whether it was used a moment ago: for a browser whose response was lost. */
    async wasUsed(account: string, codeHash: string): Promise<boolean> {
      const [used] = await db
        .select({ account: backupCodes.account })
        .from(backupCodes)
        .where(and(isCode(account, codeHash), gt(backupCodes.usedAt, new Date(clock.now() - retry.window))));
      return used !== undefined;
    },
  };
}
