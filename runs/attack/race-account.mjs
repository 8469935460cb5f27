import { setTimeout as pause } from 'node:timers/promises';
import { aliveSessions } from './alive-sessions.mjs';
import { createBrowser, sha256 } from './browser.mjs';
import { awaitingConsent, done, newEmail } from './people.mjs';

/** @import { Race, Scene } from './races.mjs' */

const minute = 60_000;
const password = (n) => sha256(`Lantern~${5000 + n}`);

/** Adds an e-mail address to the account of a person, or changes it. @param {Scene} scene */
export async function changeEmail(scene, browser, email) {
  const body = { serviceId: await contactCode(scene, browser, email), credentials: await scene.codeTo(email) };
  done(await browser.post('/user/accounts/contacts/change', body), 'The new address');
}

/** @param {Scene} scene */
async function contactCode(scene, browser, email) {
  const auth = await scene.passHumanCheck(browser);
  return done(await browser.post('/user/accounts/contacts/code', { principal: email, auth }), 'The code').serviceId;
}

/** The notice is sent after the answer. @param {Scene} scene */
export async function undoHandleSentTo(scene, email) {
  for (;;) {
    for (const { text } of await scene.messagesTo(email)) {
      const [, handle] = /\/undo#([\w-]+)/.exec(text) ?? [];
      if (handle) return handle;
    }
    await pause(50);
  }
}

/** Counts in the audit trail what the race has done, where every answer may say that it is done. @param {Scene} scene */
const audited = (scene, ouid, type) => async () =>
  Number(
    (
      await scene.installation.sql(`select count(*) from audit_events where account = '${ouid}' and type = '${type}'`)
    )[0],
  );

/** @type {Race[]} */
export const accountRaces = [
  {
    name: 'the proof of a password reset',
    hashes: true,
    async prepare(scene) {
      const { mobile } = await scene.newPerson();
      await scene.moveClocks(minute + 1000);
      const browser = createBrowser(scene.installation);
      const serviceId = await scene.verifiedCode(browser, mobile, 'RETRIEVE');
      return {
        request: (n) => browser.onTheWire('PUT', '/api/v1/accounts/password', { serviceId, newPassword: password(n) }),
      };
    },
  },
  {
    name: 'the handle of a first password',
    hashes: true,
    async prepare({ newPerson }) {
      const { browser, setPwdServiceId: serviceId } = await newPerson();
      return {
        request: (n) => browser.onTheWire('PUT', '/api/v1/sender/setupPwd', { serviceId, newPassword: password(n) }),
      };
    },
  },
  {
    name: 'a session that awaits consent',
    async prepare(scene) {
      const { browser, version } = await awaitingConsent(scene);
      return {
        request: browser.onTheWire('PUT', '/api/v1/accounts/agreement', { version }),
        winners: aliveSessions(scene.installation),
      };
    },
  },
  {
    name: 'the code of a new e-mail address',
    async prepare(scene) {
      const { browser, ouid } = await scene.newPerson();
      const email = newEmail();
      const body = { serviceId: await contactCode(scene, browser, email), credentials: await scene.codeTo(email) };
      return {
        request: browser.onTheWire('POST', '/api/user/accounts/contacts/change', body),
        winners: audited(scene, ouid, 'emailChanged'),
      };
    },
  },
  {
    name: 'the undo link of a contact change',
    async prepare(scene) {
      const { browser } = await scene.newPerson();
      const before = newEmail();
      await changeEmail(scene, browser, before);
      await scene.moveClocks(minute + 1000);
      await changeEmail(scene, browser, newEmail());
      const undoHandle = await undoHandleSentTo(scene, before);
      const other = createBrowser(scene.installation);
      return { request: other.onTheWire('POST', '/api/user/accounts/contacts/undo', { undoHandle }) };
    },
  },
  {
    name: 'the code of a fresh proof',
    async prepare(scene) {
      const { browser, mobile } = await scene.newPerson();
      await scene.moveClocks(11 * minute);
      const { preServiceId } = (await browser.post('/user/accounts/secondFactor', { on: true })).data;
      const auth = await scene.passHumanCheck(browser);
      const send = { bizType: 'PROVE_AGAIN', preServiceId, auth };
      const { serviceId } = done(await browser.post('/sender/mobile/v3', send), 'The code');
      const body = { serviceId, credentials: await scene.codeTo(mobile) };
      return { request: browser.onTheWire('POST', '/api/user/accounts/proof/code', body) };
    },
  },
  {
    name: 'the token of a human check',
    async prepare({ installation, passHumanCheck }) {
      const browser = createBrowser(installation);
      const auth = await passHumanCheck(browser);
      return {
        request: () =>
          browser.onTheWire('POST', '/api/sender/email/v3', { bizType: 'REGISTER_LOGIN', principal: newEmail(), auth }),
      };
    },
  },
];
