import { confirmBackupCodes, createBackupCodes } from '@foyer/contract/flows/backup-codes';
import { verifySecondFactor, verifyStoredFactor } from '@foyer/contract/flows/second-factor';
import { sendCodeToMobile } from '@foyer/contract/flows/send-code';
import { aliveSessions } from '../people/alive-sessions.ts';
import { createBrowser } from '../browser.ts';
import { done } from '../../client.ts';
import type { Scene } from '../people/people.ts';
import type { Race } from './race.ts';

const kit = { mobile: '13800138007', totpSecret: 'KITSAUTHENTICATORKEYKITSAUTHENTI' };
/** A password is compared for each sign-in, which takes long, so that several requests share one. */
const pendingSignIns = 4;

async function pendingSignIn({ installation, signIn }: Scene, principal: string) {
  const browser = createBrowser(installation);
  const { preServiceId = '' } = done(await signIn(browser, principal), 'The password');
  return { browser, preServiceId };
}

async function manyPendingSignIns(scene: Scene) {
  // A code that was used counts as a wrong one, and a hundred of these in a row would close this way in.
  await scene.installation.sql('delete from budgets');
  const pending: Awaited<ReturnType<typeof pendingSignIn>>[] = [];
  for (let n = 0; n < pendingSignIns; n++) pending.push(await pendingSignIn(scene, kit.mobile));
  return (factor: 'totp' | 'backupCode', credentials: string) => {
    const requests = pending.map(({ browser, preServiceId }) =>
      browser.callOnTheWire(verifyStoredFactor, { factor, credentials, preServiceId }),
    );
    return (n: number) => requests[Math.floor(n / 2) % requests.length]!;
  };
}

/** The backup codes that are left. */
let backupCodes: string[] = [];

async function nextBackupCode(scene: Scene) {
  if (backupCodes.length === 0) {
    const { browser, preServiceId } = await pendingSignIn(scene, kit.mobile);
    const typed = { factor: 'totp', credentials: await scene.totp(kit.totpSecret), preServiceId } as const;
    done(await browser.call(verifyStoredFactor, typed), 'The code of the app');
    const { codes, setupId = '' } = done(await browser.call(createBackupCodes, {}), 'The backup codes');
    done(await browser.call(confirmBackupCodes, { setupId }), 'Their confirmation');
    backupCodes = codes;
  }
  return backupCodes.pop()!;
}

export const factorRaces: Race[] = [
  {
    name: 'a pending sign-in with its second factor',
    async prepare(scene) {
      const { browser, preServiceId } = await pendingSignIn(scene, '13800138001');
      const auth = await scene.passHumanCheck(browser);
      const body = { bizType: 'LOGIN_DOUBLE_CHECK', preServiceId, auth } as const;
      const { serviceId } = done(await browser.call(sendCodeToMobile, body), 'The code');
      const credentials = await scene.codeTo('13800138001');
      return {
        request: browser.callOnTheWire(verifySecondFactor, { credentials, serviceId }),
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
