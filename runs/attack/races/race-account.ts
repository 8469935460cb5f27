import { minutes } from '@foyer/contract/time';
import { proveByCode } from '@foyer/contract/flows/account';
import { agree } from '@foyer/contract/flows/agreement';
import { changeContact, sendContactCode, undoContactChange } from '@foyer/contract/flows/contact-change';
import { resetPassword } from '@foyer/contract/flows/retrieve-password';
import { switchSecondFactor } from '@foyer/contract/flows/second-factor';
import { sendCodeToEmail, sendCodeToMobile } from '@foyer/contract/flows/send-code';
import { setPassword } from '@foyer/contract/flows/set-password';
import { setTimeout as pause } from 'node:timers/promises';
import { aliveSessions } from '../people/alive-sessions.ts';
import { type Browser, createBrowser, sha256 } from '../browser.ts';
import { done } from '../../client.ts';
import { awaitingAgreement, newEmail } from '../people/people.ts';
import type { Scene } from '../people/people.ts';
import type { Race } from './race.ts';

const password = (n: number) => sha256(`Lantern~${5000 + n}`);

/** Adds an e-mail address to the account of a person, or changes it. */
export async function changeEmail(scene: Scene, browser: Browser, email: string) {
  const body = { serviceId: await contactCode(scene, browser, email), credentials: await scene.codeTo(email) };
  done(await browser.call(changeContact, body), 'The new address');
}

async function contactCode(scene: Scene, browser: Browser, email: string) {
  const auth = await scene.passHumanCheck(browser);
  return done(await browser.call(sendContactCode, { principal: email, auth }), 'The code').serviceId;
}

/** The notice is sent after the answer. */
export async function undoHandleSentTo(scene: Pick<Scene, 'messagesTo'>, email: string) {
  for (;;) {
    for (const { text } of await scene.messagesTo(email)) {
      const [, handle] = /\/undo#([\w-]+)/.exec(text) ?? [];
      if (handle) return handle;
    }
    await pause(50);
  }
}

/** Counts in the audit trail what the race has done, where every answer may say that it is done. */
const audited = (scene: Scene, ouid: string, type: string) => async () =>
  Number(
    (
      await scene.installation.sql(`select count(*) from audit_events where account = '${ouid}' and type = '${type}'`)
    )[0],
  );

export const accountRaces: Race[] = [
  {
    name: 'the proof of a password reset',
    hashes: true,
    async prepare(scene) {
      const { mobile } = await scene.newPerson();
      await scene.moveClocks(minutes(1) + 1000);
      const browser = createBrowser(scene.installation);
      const serviceId = await scene.verifiedCode(browser, mobile, 'RETRIEVE');
      return {
        request: (n) => browser.callOnTheWire(resetPassword, { serviceId, newPassword: password(n) }),
      };
    },
  },
  {
    name: 'the handle of a first password',
    hashes: true,
    async prepare({ newPerson }) {
      const { browser, setPwdServiceId: serviceId } = await newPerson();
      return {
        request: (n) => browser.callOnTheWire(setPassword, { serviceId, newPassword: password(n) }),
      };
    },
  },
  {
    name: 'a session that awaits agreement',
    async prepare(scene) {
      const { browser, version } = await awaitingAgreement(scene);
      return {
        request: browser.callOnTheWire(agree, { version }),
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
        request: browser.callOnTheWire(changeContact, body),
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
      await scene.moveClocks(minutes(1) + 1000);
      await changeEmail(scene, browser, newEmail());
      const undoHandle = await undoHandleSentTo(scene, before);
      const other = createBrowser(scene.installation);
      return { request: other.callOnTheWire(undoContactChange, { undoHandle }) };
    },
  },
  {
    name: 'the code of a fresh proof',
    async prepare(scene) {
      const { browser, mobile } = await scene.newPerson();
      await scene.moveClocks(minutes(11));
      const refused = await browser.call(switchSecondFactor, { on: true });
      if (refused.is !== 'needsFreshProof') throw new Error(`The call was answered with ${refused.is}`);
      const { preServiceId } = refused.data;
      const auth = await scene.passHumanCheck(browser);
      const send = { bizType: 'PROVE_AGAIN', preServiceId, auth } as const;
      const { serviceId } = done(await browser.call(sendCodeToMobile, send), 'The code');
      const body = { serviceId, credentials: await scene.codeTo(mobile) };
      return { request: browser.callOnTheWire(proveByCode, body) };
    },
  },
  {
    name: 'the token of a human check',
    async prepare({ installation, passHumanCheck }) {
      const browser = createBrowser(installation);
      const auth = await passHumanCheck(browser);
      return {
        request: () =>
          browser.callOnTheWire(sendCodeToEmail, { bizType: 'REGISTER_LOGIN', principal: newEmail(), auth }),
      };
    },
  },
];
