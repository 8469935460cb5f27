import { setTimeout as pause } from 'node:timers/promises';
import type { Amounts, Fault } from './fault.ts';
import type { Installation } from './installation.ts';
import type { GatewayState } from './sms-gateway.ts';
import { disturb } from './disturbance.ts';
import { type Channel, type Person, newPerson, requestCode } from './people.ts';
import { none } from './table-rows.ts';

/** The service waits 4 s for a gateway. */
const answerBar = 5;
/** Codes that are sent one after the other by both nodes, so that no circuit breaker is open any more. */
const codesInARow = 6;

const gateways = [
  { gateway: 'sms', channel: 'mobile', name: 'gateway for text messages' },
  { gateway: 'mail', channel: 'email', name: 'mail server' },
] as const;
const states = ['down', 'failing', 'slow'] as const;
/** Faults of the gateway for text messages and of the mail server. */
export const gatewayFaults = gateways.flatMap(({ gateway, channel, name }) =>
  states.map((state): Fault => ({
    name: `${name} ${state}`,
    run: (installation, amounts) =>
      withoutGateway(installation, { gateway: installation[gateway], channel, state }, amounts),
  })),
);

/** A code that could not be sent must be reported as such, and must not count. */
async function withoutGateway(
  installation: Installation,
  { gateway, channel, state }: { gateway: Installation['sms' | 'mail']; channel: Channel; state: GatewayState },
  amounts: Amounts,
) {
  const refused: Person[] = [];
  let sent = 0;
  const result = await disturb(
    installation,
    {
      begin: () => gateway.set(state),
      end: () => gateway.set('working'),
      answerBar,
      async ask() {
        const person = newPerson(installation);
        const answer = await requestCode(person, channel);
        if (answer.is === 'done') sent += 1;
        else refused.push(person);
        return [answer];
      },
      recovered: () => untilCodesAreSent(installation, channel),
    },
    amounts,
  );
  const again = await Promise.all(refused.slice(0, 5).map((person) => requestCode(person, channel)));
  result.rows.push(
    none('codes reported as sent', sent),
    none('people who have to wait for another code', again.filter(({ is }) => is !== 'done').length),
  );
  return result;
}

async function untilCodesAreSent(installation: Installation, channel: Channel) {
  for (let inARow = 0; inARow < codesInARow;) {
    const person = newPerson(installation);
    const { is } = await requestCode(person, channel);
    inARow = is === 'done' ? inARow + 1 : 0;
    if (is !== 'done') await pause(100);
  }
}
