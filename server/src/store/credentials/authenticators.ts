import { minutes } from '@foyer/contract/time';
import { and, asc, eq, gt, lt } from 'drizzle-orm';
import type { Sql } from '../../database/database.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Random } from '../../platform/random.ts';
import { retry } from '../retry-window.ts';
import { sha256 } from '../../platform/sha256.ts';
import { authenticatorSetups, authenticators } from '../schema/factor-schema.ts';

/** How long the person has to confirm a new authenticator app. */
const authenticatorSetup = { lifetime: minutes(15) } as const;

export type Authenticator = typeof authenticators.$inferSelect;

/** A code of the app that was right: its time step, and the secret as it is stored from now on. */
export interface RightCode {
  step: number;
  encryptedSecret: string;
}

interface Setup {
  account: string;
  browserId: string;
}

/** Authenticator apps, at most one of each account. */
export function authenticatorStore(db: Sql, clock: Clock, random: Random) {
  const isSetup = (handle: string, { account, browserId }: Setup) =>
    and(
      eq(authenticatorSetups.handleHash, sha256(handle)),
      eq(authenticatorSetups.account, account),
      eq(authenticatorSetups.browserId, browserId),
      gt(authenticatorSetups.expiresAt, new Date(clock.now())),
    );
  const isSame = (account: string, createdAt: Date) =>
    and(eq(authenticators.account, account), eq(authenticators.createdAt, createdAt));

  return {
    async find(account: string): Promise<Authenticator | undefined> {
      const [found] = await db.select().from(authenticators).where(eq(authenticators.account, account));
      return found;
    },

    /** Returns the handle. The authenticator counts once a code confirms it. */
    async startSetup(setup: Setup, encryptedSecret: string): Promise<string> {
      const handle = random.token();
      const expiresAt = new Date(clock.now() + authenticatorSetup.lifetime);
      await db.insert(authenticatorSetups).values({ ...setup, encryptedSecret, handleHash: sha256(handle), expiresAt });
      return handle;
    },

    async findSetup(handle: string, setup: Setup): Promise<string | undefined> {
      const [found] = await db.select().from(authenticatorSetups).where(isSetup(handle, setup));
      return found?.encryptedSecret;
    },

    /** Works once. */
    async useSetup(handle: string, setup: Setup): Promise<boolean> {
      const used = await db.delete(authenticatorSetups).where(isSetup(handle, setup)).returning();
      return used.length > 0;
    },

    /** Replaces an earlier authenticator of the account. `step` is that of the code that confirmed it. */
    async save(account: string, { step, encryptedSecret }: RightCode) {
      const row = { encryptedSecret, lastStep: step, createdAt: new Date(clock.now()), lastUsedAt: null };
      await db
        .insert(authenticators)
        .values({ account, ...row })
        .onConflictDoUpdate({ target: authenticators.account, set: row });
    },

    /**
     * False when this code or a later one was used before: of several concurrent requests, one succeeds. Also when the person
     * has replaced the authenticator that the code was compared with.
     */
    async use({ account, createdAt }: Authenticator, { step, encryptedSecret }: RightCode): Promise<boolean> {
      const used = await db
        .update(authenticators)
        .set({ lastStep: step, encryptedSecret, lastUsedAt: new Date(clock.now()) })
        .where(and(isSame(account, createdAt), lt(authenticators.lastStep, step)))
        .returning({ account: authenticators.account });
      return used.length > 0;
    },

    /** Whether the code was the last one used, a moment ago: for a browser whose response was lost. */
    async wasUsed({ account, createdAt }: Authenticator, { step }: RightCode): Promise<boolean> {
      const [used] = await db
        .select({ account: authenticators.account })
        .from(authenticators)
        .where(
          and(
            isSame(account, createdAt),
            eq(authenticators.lastStep, step),
            gt(authenticators.lastUsedAt, new Date(clock.now() - retry.window)),
          ),
        );
      return used !== undefined;
    },

    /** Those after this account, in the order of their accounts. */
    async listAfter(account: string, limit: number) {
      const { account: owner, encryptedSecret } = authenticators;
      return db
        .select({ account: owner, encryptedSecret })
        .from(authenticators)
        .where(gt(owner, account))
        .orderBy(asc(owner))
        .limit(limit);
    },

    /** False when the person has used or replaced the authenticator meanwhile. */
    async replaceEncrypted(account: string, before: string, encryptedSecret: string): Promise<boolean> {
      const replaced = await db
        .update(authenticators)
        .set({ encryptedSecret })
        .where(and(eq(authenticators.account, account), eq(authenticators.encryptedSecret, before)))
        .returning({ account: authenticators.account });
      return replaced.length > 0;
    },

    /** Ends the authenticator apps that no code has confirmed yet. */
    async endSetups(account: string) {
      await db.delete(authenticatorSetups).where(eq(authenticatorSetups.account, account));
    },

    async remove(account: string): Promise<boolean> {
      const removed = await db
        .delete(authenticators)
        .where(eq(authenticators.account, account))
        .returning({ account: authenticators.account });
      return removed.length > 0;
    },
  };
}
