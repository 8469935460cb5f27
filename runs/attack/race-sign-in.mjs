import { aliveSessions } from './alive-sessions.mjs';
import { createBrowser, loginParams, password, sha256 } from './browser.mjs';
import { confirmedScan } from './confirmed-scan.mjs';
import { done, newMobile, unlink } from './people.mjs';

/** @import { Race } from './races.mjs' */

/** @returns {Race} */
const scanRace = (app) => ({
  name: `a confirmed scan with ${app}`,
  async prepare(scene) {
    const { browser, poll } = await confirmedScan(scene, app, 'alice');
    return { request: browser.onTheWire('GET', `/api${poll}`), winners: aliveSessions(scene.installation) };
  },
});

/** Counts the accounts with this number instead of answers. */
const accountsWith = (scene, mobile) => async () =>
  Number((await scene.installation.sql(`select count(*) from accounts where mobile = '${mobile}'`))[0]);

/** @type {Race[]} */
export const signInRaces = [
  {
    name: 'a verified code',
    async prepare({ installation, verifiedCode }) {
      const browser = createBrowser(installation);
      const mobile = newMobile();
      const body = { principal: mobile, serviceId: await verifiedCode(browser, mobile), loginParams, agreed: true };
      return {
        request: browser.onTheWire('POST', '/api/login/commit', body),
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
      const body = { source, encrypter: 'SHA256', password: sha256(password), serviceId, loginParams };
      return {
        request: browser.onTheWire('POST', '/api/sender/register', body),
        winners: accountsWith(scene, mobile),
      };
    },
  },
  scanRace('alipay'),
  scanRace('wechat'),
  {
    name: 'the handle of an unlinked person, by a mobile number',
    async prepare(scene) {
      const { browser, poll } = await confirmedScan(scene, 'wechat', 'carol');
      const { userInfoContextId } = (await browser.get(poll)).data;
      const mobile = newMobile();
      const body = { bizType: 'BIND_MOBILE', preServiceId: userInfoContextId, principal: mobile };
      const auth = await scene.passHumanCheck(browser);
      const { serviceId } = done(await browser.post('/sender/mobile/v3', { ...body, auth }), 'The code');
      const credentials = await scene.codeTo(mobile);
      const bind = { loginParams, userInfoContextId, data: { userInfoContextId }, serviceId, credentials };
      return {
        request: browser.onTheWire('POST', '/api/thirdparty/wechatOfficeAccount/login', {
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
      const { browser, poll } = await confirmedScan(scene, 'alipay', 'dan');
      const { userInfoContextId } = (await browser.get(poll)).data;
      const body = { data: { userInfoContextId }, credentials: 'PC_ALI_PAY_USER_TRANSFER' };
      return {
        request: browser.onTheWire('POST', '/api/login/commit/transferLogin', body),
        winners: aliveSessions(scene.installation),
      };
    },
  },
  {
    name: 'the challenge of a passkey',
    async prepare({ installation, sandbox }) {
      const browser = createBrowser(installation);
      const options = done(await browser.post('/login/passkey/options'), 'The challenge');
      const { credential } = await sandbox('/authenticator/get', { options });
      return {
        request: browser.onTheWire('POST', '/api/login/commit/passkey', { credential }),
        winners: aliveSessions(installation),
      };
    },
  },
];
