import { wireOf } from '@foyer/contract/apps/wire-of-apps';
import { bindMobileTo } from '@foyer/contract/flows/bind-mobile';
import { commitCode } from '@foyer/contract/flows/code-login';
import { transferLogin } from '@foyer/contract/flows/one-click-login';
import { answerHandoff, askHandoff, pollHandoff, startHandoff } from '@foyer/contract/flows/continue-on-phone';
import { type Assertion, commitPasskey, startPasskeySignIn } from '@foyer/contract/flows/passkey';
import { registerAccount } from '@foyer/contract/flows/register';
import { sendCodeToMobile } from '@foyer/contract/flows/send-code';
import { aliveSessions } from '../people/alive-sessions.ts';
import { createBrowser, loginParams, password, sha256 } from '../browser.ts';
import { confirmedScan, unlinkedScan } from '../people/confirmed-scan.ts';
import { done } from '../../client.ts';
import { newMobile, unlink } from '../people/people.ts';
import type { Scene } from '../people/people.ts';
import type { Race } from './race.ts';

const scanRace = (app: 'wechat' | 'alipay'): Race => ({
  name: `a confirmed scan with ${app}`,
  async prepare(scene) {
    const { pollOnTheWire: request } = await confirmedScan(scene, app, 'alice');
    return { request, winners: aliveSessions(scene.installation) };
  },
});

/** A computer whose link a phone has opened and where the person has signed in, up to the number. */
async function askedHandoff(scene: Scene) {
  const computer = createBrowser(scene.installation);
  const phone = createBrowser(scene.installation);
  const { handoffId, token } = done(await computer.call(startHandoff, {}), 'The link');
  done(await phone.call(askHandoff, { token }), 'Opening the link');
  await scene.newPerson(phone);
  const offer = done(await phone.call(askHandoff, {}), 'The question');
  const pending = await computer.call(pollHandoff, { handoffId });
  if (pending.is !== 'pending' || !offer) throw new Error(`There is no number: ${pending.text}`);
  return { computer, phone, handoffId, ticket: offer.ticket, number: pending.data.number ?? 0 };
}

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
    name: 'the link of a computer, on many phones',
    async prepare({ installation }) {
      const { token } = done(await createBrowser(installation).call(startHandoff, {}), 'The link');
      return { request: () => createBrowser(installation).callOnTheWire(askHandoff, { token }) };
    },
  },
  {
    name: 'the number of a computer, answered on its phone',
    async prepare(scene) {
      const { phone, ticket, number } = await askedHandoff(scene);
      return { request: phone.callOnTheWire(answerHandoff, { ticket, number }) };
    },
  },
  {
    name: 'a confirmed link of a computer',
    async prepare(scene) {
      const { computer, phone, handoffId, ticket, number } = await askedHandoff(scene);
      done(await phone.call(answerHandoff, { ticket, number }), 'The answer');
      return {
        request: computer.callOnTheWire(pollHandoff, { handoffId }),
        winners: aliveSessions(scene.installation),
      };
    },
  },
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
