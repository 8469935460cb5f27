import { aliveSessions } from './alive-sessions.mjs';
import { createBrowser } from './browser.mjs';
import { done } from './people.mjs';

/** @import { Race, Scene } from './races.mjs' */

const kit = { mobile: '13800138007', totpSecret: 'KITSAUTHENTICATORKEYKITSAUTHENTI' };
/** A password is compared for each sign-in, which takes long, so that several requests share one. */
const pendingSignIns = 4;

/** @param {Scene} scene */
async function pendingSignIn({ installation, signIn }, principal) {
  const browser = createBrowser(installation);
  const { preServiceId } = done(await signIn(browser, principal), 'The password');
  return { browser, preServiceId };
}

/** @returns {Promise<(factor: string, credentials: string) => (n: number) => string>} */
async function manyPendingSignIns(scene) {
  // A code that was used counts as a wrong one, and a hundred of these in a row would close this way in.
  await scene.installation.sql('delete from budgets');
  const pending = [];
  for (let n = 0; n < pendingSignIns; n++) pending.push(await pendingSignIn(scene, kit.mobile));
  return (factor, credentials) => {
    const requests = pending.map(({ browser, preServiceId }) =>
      browser.onTheWire('POST', `/api/sender/verifyLoginDoubleCheck/${factor}`, { credentials, preServiceId }),
    );
    return (n) => requests[Math.floor(n / 2) % requests.length];
  };
}

/** The backup codes that are left. */
let backupCodes = [];

/** @param {Scene} scene */
async function nextBackupCode(scene) {
  if (backupCodes.length === 0) {
    const { browser, preServiceId } = await pendingSignIn(scene, kit.mobile);
    const body = { credentials: await scene.totp(kit.totpSecret), preServiceId };
    done(await browser.post('/sender/verifyLoginDoubleCheck/totp', body), 'The code of the app');
    const { codes, setupId } = done(await browser.post('/user/accounts/backupCodes'), 'The backup codes');
    done(await browser.post('/user/accounts/backupCodes/confirm', { setupId }), 'Their confirmation');
    backupCodes = codes;
  }
  return backupCodes.pop();
}

/** @type {Race[]} */
export const factorRaces = [
  {
    name: 'a pending sign-in with its second factor',
    async prepare(scene) {
      const { browser, preServiceId } = await pendingSignIn(scene, '13800138001');
      const auth = await scene.passHumanCheck(browser);
      const body = { bizType: 'LOGIN_DOUBLE_CHECK', preServiceId, auth };
      const { serviceId } = done(await browser.post('/sender/mobile/v3', body), 'The code');
      const credentials = await scene.codeTo('13800138001');
      return {
        request: browser.onTheWire('POST', '/api/sender/verifyLoginDoubleCheck', { credentials, serviceId }),
        winners: aliveSessions(scene.installation),
      };
    },
  },
  {
    name: 'a code of an authenticator app',
    async prepare(scene) {
      const give = await manyPendingSignIns(scene);
      return { request: give('totp', await scene.totp(kit.totpSecret)), winners: aliveSessions(scene.installation) };
    },
  },
  {
    name: 'a backup code',
    hashes: true,
    async prepare(scene) {
      const code = await nextBackupCode(scene);
      const give = await manyPendingSignIns(scene);
      return { request: give('backupCode', code), winners: aliveSessions(scene.installation) };
    },
  },
];
