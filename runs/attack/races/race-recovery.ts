import { undoContactChange } from '@foyer/contract/flows/contact-change';
import { askRecovery } from '@foyer/contract/flows/recovery';
import { sendCodeToEmail } from '@foyer/contract/flows/send-code';
import { setTimeout as pause } from 'node:timers/promises';
import { createBrowser } from '../browser.ts';
import { done } from '../../client.ts';
import type { Scene } from '../people/people.ts';
import type { Race } from './race.ts';
import { undoHandleSentTo } from './race-account.ts';

/** Has lost the phone; password and mailbox are left. */
const bob = { mobile: '13800138001', email: 'bob@example.com' };
const isBob = `account in (select ouid from accounts where email = '${bob.email}')`;

/** As before an earlier race: two-step verification on, with the number that it asks for, and nothing that waits. */
async function restore({ installation: { sql } }: Scene) {
  await sql(`delete from waiting_contact_changes where ${isBob}`);
  await sql(`delete from contact_changes where ${isBob}`);
  await sql('delete from budgets');
  await sql(`update accounts set mobile = '${bob.mobile}', second_factor = true where email = '${bob.email}'`);
}

/** The request that asks for the recovery, with all that it needs proven. */
async function proven(scene: Scene) {
  await restore(scene);
  const browser = createBrowser(scene.installation);
  const { preServiceId = '' } = done(await scene.signIn(browser, bob.email), 'The password');
  const auth = await scene.passHumanCheck(browser);
  const send = { bizType: 'RECOVER_FACTOR', preServiceId, auth } as const;
  const { serviceId } = done(await browser.call(sendCodeToEmail, send), 'The code');
  return {
    browser,
    body: { preServiceId, serviceId, proof: 'email', credentials: await scene.codeTo(bob.email) } as const,
  };
}

/** A recovery that waits, and the request of the link that stops it. */
async function waiting(scene: Scene) {
  const { browser, body } = await proven(scene);
  done(await browser.call(askRecovery, body), 'The recovery');
  const undoHandle = await undoHandleSentTo(scene, bob.email);
  return createBrowser(scene.installation).callOnTheWire(undoContactChange, { undoHandle });
}

/** How often the recovery has been asked for, stopped or made. */
async function countAudited({ installation }: Scene, ...types: string[]) {
  const list = types.map((type) => `'${type}'`).join(', ');
  return Number((await installation.sql(`select count(*) from audit_events where ${isBob} and type in (${list})`))[0]);
}

export const recoveryRaces: Race[] = [
  {
    name: 'a recovery that is asked for',
    async prepare(scene) {
      const { browser, body } = await proven(scene);
      const before = await countAudited(scene, 'recoveryAsked');
      return {
        request: browser.callOnTheWire(askRecovery, body),
        // A second request while one waits is answered with the time of the first.
        winners: async () => (await countAudited(scene, 'recoveryAsked')) - before,
      };
    },
  },
  {
    name: 'the link that stops a recovery',
    prepare: async (scene) => ({ request: await waiting(scene) }),
  },
  {
    name: 'a recovery that is due, made by two nodes and stopped by its link',
    async prepare(scene) {
      const request = await waiting(scene);
      const ends = ['recoveryStopped', 'recoveryMade'];
      const before = await countAudited(scene, ...ends);
      await scene.installation.sql(
        `update waiting_contact_changes set due_at = 'epoch', reminder_hashes = array['1', '2'] where ${isBob}`,
      );
      // Every node then does what is due.
      void scene.moveClocks(1);
      return {
        request,
        async winners() {
          let ended = 0;
          while ((ended = (await countAudited(scene, ...ends)) - before) === 0) await pause(50);
          await restore(scene);
          return ended;
        },
      };
    },
  },
];
