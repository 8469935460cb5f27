import { createBrowser } from './browser.mjs';

/** @import { Installation } from './installation.mjs' */
/** @import { Answer } from './browser.mjs' */

/**
 * Counts the answers whose session is alive. A request that is repeated because its answer was lost opens a new session
 * and ends that of the lost answer, so that on a slow machine several answers may be successful, one after the other.
 * @param {Installation} installation @returns {(answers: readonly Answer[]) => Promise<number>}
 */
export const aliveSessions = (installation) => async (answers) => {
  const alive = answers.map(async ({ code, session }) => {
    if (code !== 0 || !session) return false;
    const browser = createBrowser(installation);
    return (await browser.get('/user/accounts/me', { cookie: session })).code === 0;
  });
  return (await Promise.all(alive)).filter(Boolean).length;
};
