import { once } from 'node:events';
import { connect } from 'node:net';
import { createBrowser } from './browser.mjs';
import { disturb, untilRegistered } from './disturbance.mjs';
import { callsPerMinute } from './installation.mjs';
import { newPerson, requestCode, verify } from './people.mjs';
import { none } from './table-rows.mjs';

const answerBar = 2;
const callsAtOnce = 12;
/** A node that counts alone allows this part of a limit. */
const shareOfOneNode = 1 / 4;
let addresses = 0;

/** Faults of Redis and of the connections to it. Limits must hold in each of them. */
export const redisFaults = [
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
    begin: ({ links }) => links[0].redis.set('silent'),
    end: ({ links }) => links[0].redis.set('open'),
    // The other node still counts in Redis, and allows the whole limit.
    limit: callsPerMinute * (1 + shareOfOneNode),
  }),
  { name: 'Redis flushed', run: flush },
];

function redisFault(name, { begin, end, limit = callsPerMinute, isShort = false, isDown = false }) {
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
async function limitRow(installation, limit) {
  const send = createBrowser(installation, newAddress());
  let allowed = 0;
  for (let sent = 0; sent < callsPerMinute * 2; sent += callsAtOnce) {
    const answers = await Promise.all(Array.from({ length: callsAtOnce }, () => send('/sender/robotAuth/challenge')));
    allowed += answers.filter(({ code }) => code === 0).length;
  }
  return {
    number: `calls allowed of ${callsPerMinute * 2} within seconds`,
    bar: `1 to ${limit}`,
    result: `${allowed}`,
    isMet: allowed > 0 && allowed <= limit,
  };
}

/** Waits until both nodes count in Redis again: a call of a new client leaves a counter there. */
async function untilCounted(installation) {
  await untilRegistered(installation);
  for (const node of installation.nodes)
    for (;;) {
      const before = await command(installation.redis, 'DBSIZE');
      const headers = { 'x-forwarded-for': newAddress() };
      await fetch(`${node.origin}/api/sender/robotAuth/challenge`, { headers });
      if ((await command(installation.redis, 'DBSIZE')) !== before) break;
    }
}

/** What may happen once, or a few times, is counted in the database: an empty Redis gives no further try. */
async function flush(installation, form) {
  const person = newPerson(installation);
  const sent = await requestCode(person, person.send);
  const code = installation.sms.codeTo(person.mobile);
  const wrong = code === '000000' ? '000001' : '000000';
  for (let attempt = 0; attempt < 5; attempt++) await verify(person, sent.data.serviceId, wrong);
  const result = await disturb(
    installation,
    {
      begin: () => command(installation.redis, 'FLUSHALL'),
      end: () => command(installation.redis, 'FLUSHALL'),
      answerBar,
      async check() {
        const again = await verify(person, sent.data.serviceId, code);
        return [none('codes accepted after five wrong attempts', again.code === 0 ? 1 : 0)];
      },
    },
    form,
  );
  return result;
}

function newAddress() {
  addresses += 1;
  return `172.16.${addresses >> 8}.${addresses & 255}`;
}

/** Sends a command to Redis itself, which no fault of a connection disturbs. Returns the answer. */
async function command({ url }, text) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(`${text}\r\n`);
  const [answer] = await once(socket, 'data');
  socket.destroy();
  if (String(answer).startsWith('-')) throw new Error(`Redis refused ${text}: ${answer}`);
  return String(answer);
}
