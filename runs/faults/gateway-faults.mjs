import { setTimeout as pause } from 'node:timers/promises';
import { disturb } from './disturbance.mjs';
import { newPerson, requestCode } from './people.mjs';
import { none } from './table-rows.mjs';

/** The service waits 4 s for a gateway. */
const answerBar = 5;
/** Codes that are sent one after the other by both nodes, so that no circuit breaker is open any more. */
const codesInARow = 6;

/** Faults of the gateway for text messages and of the mail server. */
export const gatewayFaults = [
  { gateway: 'sms', channel: 'mobile', name: 'gateway for text messages' },
  { gateway: 'mail', channel: 'email', name: 'mail server' },
].flatMap(({ gateway, channel, name }) =>
  ['down', 'failing', 'slow'].map((state) => ({
    name: `${name} ${state}`,
    run: (installation, form) => withoutGateway(installation, { gateway: installation[gateway], channel, state }, form),
  })),
);

/** A code that could not be sent must be reported as such, and must not count. */
async function withoutGateway(installation, { gateway, channel, state }, form) {
  const refused = [];
  let sent = 0;
  const result = await disturb(
    installation,
    {
      begin: () => gateway.set(state),
      end: () => gateway.set('working'),
      answerBar,
      async ask() {
        const person = newPerson(installation);
        const answer = await requestCode(person, person.send, channel);
        if (answer.code === 0) sent += 1;
        else refused.push(person);
        return [answer];
      },
      recovered: () => untilCodesAreSent(installation, channel),
    },
    form,
  );
  const again = await Promise.all(refused.slice(0, 5).map((person) => requestCode(person, person.send, channel)));
  result.rows.push(
    none('codes reported as sent', sent),
    none('people who have to wait for another code', again.filter(({ code }) => code !== 0).length),
  );
  return result;
}

async function untilCodesAreSent(installation, channel) {
  for (let inARow = 0; inARow < codesInARow;) {
    const person = newPerson(installation);
    const { code } = await requestCode(person, person.send, channel);
    inARow = code === 0 ? inARow + 1 : 0;
    if (code !== 0) await pause(100);
  }
}
