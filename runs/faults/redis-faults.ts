import { getHumanCheck } from '@foyer/contract/flows/human-check';
import { once } from 'node:events';
import { connect } from 'node:net';
import { createBrowser } from './browser.ts';
import type { Amounts, Fault } from './fault.ts';
import { disturb, untilRegistered } from './disturbance.ts';
import { type Installation, callsPerMinute } from './installation.ts';
import { newPerson, requestCode, verify } from './people.ts';
import { none } from './table-rows.ts';

const answerBar = 2;
const callsAtOnce = 12;
/** A node that counts alone allows this part of a limit. */
const shareOfOneNode = 1 / 4;
let addresses = 0;

/** Faults of Redis and of the connections to it. Limits must hold in each of them. */
export const redisFaults: Fault[] = [
  redisFault('Redis down', {
    isShort: true,
    isDown: true,
    begin: ({ redis }) => redis.kill(),
    end: ({ redis }) => redis.restart(),
  }),
  redisFault('Redis slow', {
    begin: ({ links }) => links.forEach((link) => link.redis.set('slow', 2000)),
    end: ({ links }) => links.forEach((link) => link.redis.set('open')),
  }),
  redisFault('Redis out of memory', {
    begin: ({ redis }) => command(redis, 'CONFIG SET maxmemory 1'),
    end: ({ redis }) => command(redis, 'CONFIG SET maxmemory 0'),
  }),
  redisFault('Redis read-only', {
    begin: ({ redis }) => command(redis, 'REPLICAOF 127.0.0.1 1'),
    end: ({ redis }) => command(redis, 'REPLICAOF NO ONE'),
  }),
  redisFault('one node cut off from Redis', {
    begin: ({ links }) => links[0]!.redis.set('silent'),
    end: ({ links }) => links[0]!.redis.set('open'),
    // The other node still counts in Redis, and allows the whole limit.
    limit: callsPerMinute * (1 + shareOfOneNode),
  }),
  { name: 'Redis flushed', run: flush },
];

interface RedisFault {
  begin(installation: Installation): unknown;
  end(installation: Installation): unknown;
  limit?: number;
  isShort?: boolean;
  isDown?: boolean;
}

function redisFault(
  name: string,
  { begin, end, limit = callsPerMinute, isShort = false, isDown = false }: RedisFault,
): Fault {
  return {
    name,
    isShort,
    run: (installation, { downSeconds, seconds, ...form }) =>
      disturb(
        installation,
        {
          begin: () => begin(installation),
          end: () => end(installation),
          answerBar,
          check: async () => [await limitRow(installation, limit)],
          recovered: () => untilCounted(installation),
        },
        { ...form, seconds: isDown ? downSeconds : seconds },
      ),
  };
}

/** Twice as many calls of one client as allowed: no more than the limit may be answered. */
async function limitRow(installation: Installation, limit: number) {
  const ask = createBrowser(installation, newAddress());
  let allowed = 0;
  for (let sent = 0; sent < callsPerMinute * 2; sent += callsAtOnce) {
    const answers = await Promise.all(Array.from({ length: callsAtOnce }, () => ask(getHumanCheck, {})));
    allowed += answers.filter(({ is }) => is === 'done').length;
  }
  return {
    number: `calls allowed of ${callsPerMinute * 2} within seconds`,
    bar: `1 to ${limit}`,
    result: `${allowed}`,
    isMet: allowed > 0 && allowed <= limit,
  };
}

/** Waits until both nodes count in Redis again: a call of a new client leaves a counter there. */
async function untilCounted(installation: Installation) {
  await untilRegistered(installation);
  for (const node of installation.nodes)
    for (;;) {
      const before = await command(installation.redis, 'DBSIZE');
      const headers = { 'x-forwarded-for': newAddress() };
      await fetch(`${node.origin}/api${getHumanCheck.path}`, { headers });
      if ((await command(installation.redis, 'DBSIZE')) !== before) break;
    }
}

/** What may happen once, or a few times, is counted in the database: an empty Redis gives no further try. */
async function flush(installation: Installation, amounts: Amounts) {
  const person = newPerson(installation);
  const { serviceId } = await requestCode(person);
  const code = installation.sms.codeTo(person.mobile);
  const wrong = code === '000000' ? '000001' : '000000';
  for (let attempt = 0; attempt < 5; attempt++) await verify(person, serviceId, wrong);
  const result = await disturb(
    installation,
    {
      begin: () => command(installation.redis, 'FLUSHALL'),
      end: () => command(installation.redis, 'FLUSHALL'),
      answerBar,
      async check() {
        const again = await verify(person, serviceId, code);
        return [none('codes accepted after five wrong attempts', again.is === 'done' ? 1 : 0)];
      },
    },
    amounts,
  );
  return result;
}

function newAddress() {
  addresses += 1;
  return `172.16.${addresses >> 8}.${addresses & 255}`;
}

/** Sends a command to Redis itself, which no fault of a connection disturbs. Returns the answer. */
async function command({ url }: Installation['redis'], text: string) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(`${text}\r\n`);
  const [answer] = await once(socket, 'data');
  socket.destroy();
  if (String(answer).startsWith('-')) throw new Error(`Redis refused ${text}: ${answer}`);
  return String(answer);
}
