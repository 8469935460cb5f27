import { setTimeout as pause } from 'node:timers/promises';
import { startPgBouncer } from '../../scripts/support/temporary-servers.mjs';
import type { Amounts, Fault } from './fault.ts';
import type { Installation } from './installation.ts';
import type { TcpProxy } from './tcp-proxy.ts';
import { disturb } from './disturbance.ts';
import { underLoad } from './kill-faults.ts';
import { none } from './table-rows.ts';

const setLinks = (links: Installation['links'], ...state: Parameters<TcpProxy['set']>) =>
  links.forEach((link) => link.database.set(...state));

/** Ends the connections of the nodes, or of a pooler in between. */
const endConnections = `select count(pg_terminate_backend(pid)) from pg_stat_activity
  where backend_type = 'client backend' and pid <> pg_backend_pid()`;

/** Faults of PostgreSQL and of the connections to it. */
export const databaseFaults: Fault[] = [
  {
    name: 'PostgreSQL down',
    run: (installation, { downSeconds, ...form }) =>
      disturb(
        installation,
        {
          begin: installation.database.kill,
          end: installation.database.restart,
          answerBar: 2,
          check: () => notReady(installation),
        },
        { ...form, seconds: downSeconds },
      ),
  },
  {
    name: 'PostgreSQL slow',
    // Every answer takes longer than a statement may take.
    run: (installation, amounts) =>
      disturb(
        installation,
        {
          begin: () => setLinks(installation.links, 'slow', 5000),
          end: () => setLinks(installation.links, 'open'),
          answerBar: 5,
        },
        amounts,
      ),
  },
  {
    name: 'PostgreSQL stopped (SIGSTOP)',
    run: (installation, amounts) =>
      disturb(
        installation,
        {
          begin: () => installation.database.signal('SIGSTOP'),
          end: () => installation.database.signal('SIGCONT'),
          answerBar: 5,
        },
        amounts,
      ),
  },
  {
    name: 'PostgreSQL read-only',
    isShort: true,
    run: (installation, amounts) =>
      disturb(
        installation,
        {
          begin: () => setReadOnly(installation, 'on'),
          end: () => setReadOnly(installation, 'off'),
          answerBar: 2,
          check: () => notReady(installation, 'readOnly'),
        },
        amounts,
      ),
  },
  { name: 'a standby in place of PostgreSQL, then promoted', isShort: true, run: failOver },
  {
    name: 'connections to PostgreSQL ended',
    isShort: true,
    run: (installation, { terminations, people, isTimed }) =>
      underLoad(installation, { times: terminations, seed: 4, pauses: 400, people, isTimed }, () =>
        installation.query(endConnections),
      ),
  },
  { name: 'PgBouncer killed in front of PostgreSQL', isShort: true, run: killPooler },
];

async function setReadOnly({ query }: Installation, value: 'on' | 'off') {
  await query(`alter system set default_transaction_read_only = ${value}`);
  await query('select pg_reload_conf()');
}

/** The nodes use PgBouncer in transaction mode, which is killed, and its connections to PostgreSQL ended, in turn. */
async function killPooler(installation: Installation, { terminations, people, isTimed }: Amounts) {
  const { nodes, links, query } = installation;
  let pooler = await startPooler();
  try {
    await restartNodes({ DATABASE_POOLER: 'on', MIGRATION_DATABASE_URL: installation.database.url });
    return await underLoad(installation, { times: terminations, seed: 8, pauses: 600, people, isTimed }, async (n) => {
      if (n % 2 === 1) await query(endConnections);
      else {
        await pooler.stop('SIGKILL');
        pooler = await startPooler();
      }
    });
  } finally {
    for (const link of links) link.database.leadTo(installation.database.url);
    await restartNodes();
    await pooler.stop();
  }

  async function startPooler() {
    const started = await startPgBouncer(
      installation.programs.pgbouncer,
      installation.folder,
      installation.database.url,
    );
    for (const link of links) link.database.leadTo(started.url);
    return started;
  }

  async function restartNodes(settings?: Record<string, string>) {
    for (const node of nodes) {
      await node.stop();
      await node.start(settings);
    }
  }
}

/** The primary ends, the connections lead to its standby, and the standby is promoted a while later. */
async function failOver(installation: Installation, amounts: Amounts) {
  const standby = await installation.startStandby();
  const primary = installation.database;
  return disturb(
    installation,
    {
      async begin() {
        const end = (await installation.query('select pg_current_wal_flush_lsn()'))[0]?.[0];
        installation.database = standby;
        const isBehind = async () => {
          const [row] = await installation.query(`select pg_last_wal_replay_lsn() < '${end}'`);
          return row?.[0] === 't';
        };
        while (await isBehind()) await pause(50);
        await primary.kill();
        for (const link of installation.links) link.database.leadTo(standby.url);
      },
      end: () => installation.query('select pg_promote()'),
      answerBar: 5,
      check: () => notReady(installation, 'readOnly'),
    },
    amounts,
  );
}

/** Every node must report that it is not ready, so that a load balancer can tell. */
export async function notReady({ nodes }: Installation, state = 'away') {
  let ready = nodes;
  for (let attempt = 0; attempt < 100 && ready.length > 0; attempt++) {
    const answers = await Promise.all(nodes.map((node) => node.readiness()));
    ready = nodes.filter((_, n) => answers[n]?.ready !== false || answers[n]?.database !== state);
    if (ready.length > 0) await pause(100);
  }
  return [none(`nodes that do not report that the database is ${state}`, ready.length)];
}
