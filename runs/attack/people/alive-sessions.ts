import { getCurrentAccount } from '@foyer/contract/flows/session';
import { createBrowser } from '../browser.ts';
import type { Installation } from '../installation.ts';
import type { RawAnswer } from '../races/send-at-once.ts';

/**
 * Counts the answers whose session is alive. A request that is repeated because its answer was lost opens a new session
 * and ends that of the lost answer, so that on a slow machine several answers may be successful, one after the other.
 */
export const aliveSessions =
  (installation: Installation): ((answers: readonly RawAnswer[]) => Promise<number>) =>
  async (answers) => {
    const alive = answers.map(async ({ code, session }) => {
      if (code !== 0 || !session) return false;
      const browser = createBrowser(installation);
      return (await browser.call(getCurrentAccount, {}, { cookie: session })).is === 'done';
    });
    return (await Promise.all(alive)).filter(Boolean).length;
  };
