import { setTimeout as pause } from 'node:timers/promises';
import type { Amounts, Fault } from './fault.ts';
import type { Installation } from './installation.ts';
import { underLoad } from './kill-faults.ts';
import { atLeast, none } from './table-rows.ts';

/** Nodes are killed while changes are committed and rolled back, each of which is to be told to three endpoints. */
export const webhookFaults: Fault[] = [
  { name: 'nodes killed while webhooks are sent', isShort: true, run: tellChanges },
];

const writers = 8;
/** Changes of one call of psql. */
const batch = 25;
/** A delivery that is not made after this time is lost, also where a dead node had taken it, in milliseconds. */
const patience = 600_000;

const isRolledBack = (n: number) => n % 5 === 4;

async function tellChanges(installation: Installation, { webhookKills, webhookChanges, people, isTimed }: Amounts) {
  const { nodes, query, webhooks } = installation;
  const first = nodes[0]!;
  const endpoints = { good: `${webhooks.origin}/good`, slow: `${webhooks.origin}/slow`, dead: webhooks.dead };
  for (const [id, url] of Object.entries(endpoints)) await first.command(['webhooks', 'add', id, '--url', url]);
  // Other faults have registered people before there were endpoints.
  const earlier = new Set((await query('select id from webhook_events')).map(([id]) => id));
  await query('create table fault_changes (person text primary key)');
  const reader = readFeed(installation);
  const checker = checkCommits(installation);

  const [result] = await Promise.all([
    underLoad(installation, { times: webhookKills, seed: 7, pauses: 600, people, isTimed }, async (n) => {
      const node = nodes[n % 2]!;
      await node.kill();
      await node.start();
    }),
    writeChanges(installation, webhookChanges),
  ]);
  const waiting = async () => {
    const [row] = await query(`select (select count(*) from webhook_events where position is null)
      + (select count(*) from webhook_deliveries where endpoint <> 'dead' and delivered_at is null)`);
    return Number(row?.[0]);
  };
  const giveUpAt = performance.now() + patience;
  while ((await waiting()) > 0 && performance.now() < giveUpAt) await pause(500);
  const early = await checker.stop();
  const read = await reader.stop();

  const events = (await query('select id from webhook_events')).filter(([id]) => !earlier.has(id));
  const all = new Set(events.map(([id]) => `evt_${id}`));
  const count = async (statement: string) => Number((await query(statement))[0]?.[0]);
  const missing = (got: readonly string[]) => all.size - new Set(got.filter((id) => all.has(id))).size;
  const at = (path: string) => webhooks.arrived.filter((one) => one.path === path).map(({ id }) => id);
  const unknown = webhooks.arrived.filter(({ id }) => !all.has(id)).length;
  const attempts = await count(`select sum(attempts) from webhook_deliveries where endpoint = 'dead'`);
  const committed = await count('select count(*) from fault_changes');
  result.rows.push(
    atLeast('changes committed', Math.floor((webhookChanges * 4) / 5), committed),
    none('committed changes without an event', await count(withoutEvent)),
    none('people registered without an event', await count(registeredWithoutEvent)),
    none('events of changes that were rolled back', await count(eventWithoutChange)),
    none('events that arrived before the commit of their change', early),
    none('events that arrived and do not exist', unknown),
    none('events that have not arrived at the good endpoint', missing(at('/good'))),
    none('events that have not arrived at the slow endpoint', missing(at('/slow'))),
    none('events that a reader of the feed has missed', missing(read)),
    atLeast('attempts at the dead endpoint', 1, attempts),
  );
  for (const id of Object.keys(endpoints)) await first.command(['webhooks', 'remove', id]);
  await query('drop table fault_changes');
  const twice = at('/good').length - all.size;
  return { ...result, summary: `${all.size} events, ${twice} arrived twice at the good endpoint; ${result.summary}` };
}

const withoutEvent = `select count(*) from fault_changes c where not exists
  (select from webhook_events e where e.data ->> 'person' = c.person)`;
const registeredWithoutEvent = `select count(*) from audit_events a where type = 'accountCreated'
  and at > (select min(created_at) from webhook_endpoints)
  and not exists (select from webhook_events e where e.type = 'person.registered' and e.data ->> 'person' = a.account)`;
const eventWithoutChange = `select count(*) from webhook_events e where e.data ->> 'person' like 'change-%'
  and not exists (select from fault_changes c where c.person = e.data ->> 'person')`;

/**
 * Changes in transactions that overlap: most are short, each fiftieth takes two seconds, each fifth is rolled back. They are
 * written as the service does, but by another client, which no kill ends.
 */
async function writeChanges({ query }: Installation, amount: number) {
  let next = 0;
  const transaction = (n: number) => `begin;
    insert into webhook_events (at, type, data)
      values (clock_timestamp(), 'person.changed', '{"person":"change-${n}","changed":"name"}');
    select pg_sleep(${n % 50 === 0 ? 2 : 0.05});
    insert into fault_changes values ('change-${n}');
    ${isRolledBack(n) ? 'rollback' : 'commit'};`;
  async function write() {
    while (next < amount) {
      const from = next;
      next += batch;
      const numbers = Array.from({ length: Math.min(batch, amount - from) }, (_, n) => from + n);
      await query(numbers.map(transaction).join('\n'));
    }
  }
  await Promise.all(Array.from({ length: writers }, write));
}

/** Reads behind the last position, as the feed does. `stop` returns the events that it has got. */
function readFeed({ query }: Installation) {
  const got: string[] = [];
  let position = '0';
  return repeatedly(200, async () => {
    const rows = await query(`select position, id from webhook_events where position > ${position} order by position`);
    got.push(...rows.map(([, id]) => `evt_${id}`));
    position = rows.at(-1)?.[0] ?? position;
    return got;
  });
}

/** Looks whether the change of each event that arrives is committed. `stop` returns for how many it was not. */
function checkCommits({ query, webhooks }: Installation) {
  let checked = 0;
  let early = 0;
  return repeatedly(50, async () => {
    const arrived = webhooks.arrived.slice(checked).map(({ person }) => person);
    checked += arrived.length;
    const people = [...new Set(arrived.filter((person) => person.startsWith('change-')))];
    const rows = await query(`select person from fault_changes where person = any('{${people.join(',')}}')`);
    early += people.length - rows.length;
    return early;
  });
}

/** Does `work` again and again, with pauses in milliseconds. `stop` returns the result of the last time. */
function repeatedly<Result>(every: number, work: () => Promise<Result>) {
  const end = new AbortController();
  const done = (async () => {
    while (!end.signal.aborted) {
      await work();
      await pause(every);
    }
    return work();
  })();
  done.catch(() => {});
  return {
    stop() {
      end.abort();
      return done;
    },
  };
}
