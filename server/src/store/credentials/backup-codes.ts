import { and, count, eq, gt, isNull, max, not } from 'drizzle-orm';
import type { Sql } from '../../database/database.ts';
import type { Clock } from '../../platform/clock.ts';
import { retry } from '../retry-window.ts';
import { sha256 } from '../../platform/sha256.ts';
import { backupCodes } from '../schema/factor-schema.ts';

export function backupCodeStore(db: Sql, clock: Clock) {
  const counts = (account: string) => and(eq(backupCodes.account, account), not(backupCodes.pending));
  const isCode = (account: string, codeHash: string) => and(counts(account), eq(backupCodes.codeHash, codeHash));

  const add = (codes: readonly Omit<typeof backupCodes.$inferInsert, 'createdAt'>[]) =>
    db.insert(backupCodes).values(codes.map((code) => ({ ...code, createdAt: new Date(clock.now()) })));

  return {
    /** How many are left, and when they were made; undefined if there were never any. */
    async summary(account: string): Promise<{ left: number; createdAt: Date } | undefined> {
      const [unused] = await db
        .select({ left: count() })
        .from(backupCodes)
        .where(and(counts(account), isNull(backupCodes.usedAt)));
      const [made] = await db
        .select({ at: max(backupCodes.createdAt) })
        .from(backupCodes)
        .where(counts(account));
      return made?.at ? { left: unused?.left ?? 0, createdAt: made.at } : undefined;
    },

    /** The salt that the account's codes are hashed with. */
    async saltOf(account: string): Promise<string | undefined> {
      const [row] = await db.select({ salt: backupCodes.salt }).from(backupCodes).where(counts(account)).limit(1);
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
      await db.delete(backupCodes).where(eq(backupCodes.account, account));
      await add(codeHashes.map((codeHash) => ({ account, codeHash, salt })));
    },

    /** They replace the earlier ones once they are confirmed, and at once those that wait for it. */
    async prepare(account: string, salt: string, codeHashes: readonly string[], setupId: string) {
      await db.delete(backupCodes).where(and(eq(backupCodes.account, account), backupCodes.pending));
      const setupHash = sha256(setupId);
      await add(codeHashes.map((codeHash) => ({ account, codeHash, salt, pending: true, setupHash })));
    },

    /**
     * From now on these codes count, and no others. `repeated`: they do already. The caller has locked the row of the account,
     * so that of two sets one is left.
     */
    async confirm(account: string, setupId: string): Promise<'confirmed' | 'repeated' | 'unknown'> {
      const isOfSet = and(eq(backupCodes.account, account), eq(backupCodes.setupHash, sha256(setupId)));
      const [code] = await db.select({ pending: backupCodes.pending }).from(backupCodes).where(isOfSet).limit(1);
      if (!code?.pending) return code ? 'repeated' : 'unknown';
      await db.delete(backupCodes).where(counts(account));
      await db
        .update(backupCodes)
        .set({ pending: false, createdAt: new Date(clock.now()) })
        .where(isOfSet);
      return 'confirmed';
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
