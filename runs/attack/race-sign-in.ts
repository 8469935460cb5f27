import { wireOf } from '@foyer/contract/apps/wire-of-apps';
import { bindMobileTo } from '@foyer/contract/flows/bind-mobile';
import { commitCode } from '@foyer/contract/flows/code-login';
import { transferLogin } from '@foyer/contract/flows/one-click-login';
import { type Assertion, commitPasskey, startPasskeySignIn } from '@foyer/contract/flows/passkey';
import { registerAccount } from '@foyer/contract/flows/register';
import { sendCodeToMobile } from '@foyer/contract/flows/send-code';
import { aliveSessions } from './alive-sessions.ts';
import { createBrowser, loginParams, password, sha256 } from './browser.ts';
import { confirmedScan, unlinkedScan } from './confirmed-scan.ts';
import { done, newMobile, unlink } from './people.ts';
import type { Scene } from './people.ts';
import type { Race } from './race.ts';

const scanRace = (app: 'wechat' | 'alipay'): Race => ({
  name: `a confirmed scan with ${app}`,
  async prepare(scene) {
    const { pollOnTheWire: request } = await confirmedScan(scene, app, 'alice');
    return { request, winners: aliveSessions(scene.installation) };
  },
});

/** Counts the accounts with this number instead of answers. */
const accountsWith = (scene: Scene, mobile: string) => async () =>
  Number((await scene.installation.sql(`select count(*) from accounts where mobile = '${mobile}'`))[0]);

export const signInRaces: Race[] = [
  {
    name: 'a verified code',
    async prepare({ installation, verifiedCode }) {
      const browser = createBrowser(installation);
      const mobile = newMobile();
      const body = { principal: mobile, serviceId: await verifiedCode(browser, mobile), loginParams, agreed: true };
      return {
        request: browser.callOnTheWire(commitCode, body),
        winners: aliveSessions(installation),
      };
    },
  },
  {
    name: 'one account for a verified code, by registration',
    hashes: true,
    async prepare(scene) {
      const browser = createBrowser(scene.installation);
      const mobile = newMobile();
      const serviceId = await scene.verifiedCode(browser, mobile, 'REGISTER');
      const source = { pub: 'attack', chl: 'attack', tml: 'attack' };
      const body = { source, encrypter: 'SHA256', password: sha256(password), serviceId, loginParams } as const;
      return {
        request: browser.callOnTheWire(registerAccount, body),
        winners: accountsWith(scene, mobile),
      };
    },
  },
  scanRace('alipay'),
  scanRace('wechat'),
  {
    name: 'the handle of an unlinked person, by a mobile number',
    async prepare(scene) {
      const { browser, userInfoContextId } = await unlinkedScan(scene, 'wechat', 'carol');
      const mobile = newMobile();
      const body = { bizType: 'BIND_MOBILE', preServiceId: userInfoContextId, principal: mobile } as const;
      const auth = await scene.passHumanCheck(browser);
      const { serviceId } = done(await browser.call(sendCodeToMobile, { ...body, auth }), 'The code');
      const credentials = await scene.codeTo(mobile);
      const bind = { loginParams, userInfoContextId, data: { userInfoContextId }, serviceId, credentials };
      return {
        request: browser.callOnTheWire(bindMobileTo.wechat, {
          ...bind,
          mobile,
          principal: mobile,
          agreed: true,
        }),
        winners: async (answers) => {
          const alive = await aliveSessions(scene.installation)(answers);
          await unlink(scene, mobile);
          return alive;
        },
      };
    },
  },
  {
    name: 'the handle of a one-click login',
    async prepare(scene) {
      await unlink(scene, '13800138003');
      const { browser, userInfoContextId } = await unlinkedScan(scene, 'alipay', 'dan');
      const body = { data: { userInfoContextId }, credentials: wireOf.alipay.transfer };
      return {
        request: browser.callOnTheWire(transferLogin, body),
        winners: aliveSessions(scene.installation),
      };
    },
  },
  {
    name: 'the challenge of a passkey',
    async prepare({ installation, sandbox }) {
      const browser = createBrowser(installation);
      const options = done(await browser.call(startPasskeySignIn, {}), 'The challenge');
      const { credential } = await sandbox<{ credential: Assertion }>('/authenticator/get', { options });
      return {
        request: browser.callOnTheWire(commitPasskey, { credential }),
        winners: aliveSessions(installation),
      };
    },
  },
];
