import { chmodSync, chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand, startServer } from './child-processes.mjs';
import { freePort } from './free-port.mjs';
import { withTemporaryFolder } from './temporary-folder.mjs';

/**
 * @typedef {{ durable?: boolean, settings?: Record<string, string | number>, onOutput?: (chunk: string) => void,
 *   standbyOf?: string }} PostgresOptions
 */

/**
 * Starts PostgreSQL and Redis on free ports for the duration of `work`, which gets their URLs. They are stopped and
 * deleted when `work` or this process ends. `postgresOptions`: see `startPostgres`.
 * @template Result
 * @param {{ postgres: string, redis: string }} programs
 * @param {(urls: { TEST_DATABASE_URL: string, TEST_REDIS_URL: string }) => Promise<Result>} work
 * @param {PostgresOptions} [postgresOptions]
 * @returns {Promise<Result>}
 */
export function withTemporaryServers({ postgres, redis }, work, postgresOptions = {}) {
  return withTemporaryFolder(async (folder) => {
    // PostgreSQL may run as another user, who must be able to enter the folder.
    chmodSync(folder, 0o711);
    const stops = [];
    try {
      const database = await startPostgres(postgres, join(folder, 'postgres'), postgresOptions);
      stops.push(database.stop);
      const cache = await startRedis(redis, folder);
      stops.push(cache.stop);
      return await work({ TEST_DATABASE_URL: database.url, TEST_REDIS_URL: cache.url });
    } finally {
      await Promise.all(stops.map((stop) => stop()));
    }
  });
}

/**
 * A PostgreSQL server in a new folder. With `durable`, rows survive the end of its processes as soon as they are
 * committed. `settings` are added to those of the tests, and `onOutput` gets what the server writes. `kill` ends all its
 * processes at once, and `restart` starts the server again on the same data and port. With `standbyOf`, the URL of another
 * one, it follows that one until it is promoted (`select pg_promote()`).
 * @param {string} bin
 * @param {string} folder
 * @param {PostgresOptions} [options]
 */
export async function startPostgres(bin, folder, { durable = false, settings = {}, onOutput, standbyOf } = {}) {
  const port = await freePort();
  const user = postgresUser();
  mkdirSync(folder);
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  const options = { ...user, cwd: folder, env: { LC_ALL: 'C' } };
  const data = join(folder, 'data');

  const initOptions = [
    '--username=foyer',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C',
    '--no-sync',
    '--no-instructions',
  ];
  const command = standbyOf
    ? [
        join(bin, 'pg_basebackup'),
        '-d',
        standbyOf,
        '-D',
        data,
        '--write-recovery-conf',
        '--checkpoint=fast',
        '--no-sync',
      ]
    : [join(bin, 'initdb'), '-D', data, ...initOptions];
  const init = await runCommand(command, options);
  if (init.code !== 0) throw new Error(`the folder of PostgreSQL could not be made:\n${init.output}`);

  const ownSettings = { port, listen_addresses: '127.0.0.1', unix_socket_directories: folder, max_connections: 200 };
  // The data is deleted after the tests, so nothing needs to be flushed to disk. What a process has written survives it.
  const unsafe = { fsync: 'off', ...(!durable && { synchronous_commit: 'off', full_page_writes: 'off' }) };
  const flags = Object.entries({ ...ownSettings, ...unsafe, ...settings }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  const ready = /ready to accept (read-only )?connections/;
  const start = () =>
    startServer([join(bin, 'postgres'), '-D', data, ...flags], { ...options, ready, stopSignal: 'SIGQUIT', onOutput });
  let stop = await start();
  const processes = async () => {
    const main = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
    return [main, ...(await childrenOf(main))];
  };
  return {
    url: `postgres://foyer@127.0.0.1:${port}/postgres`,
    stop: () => stop(),
    /** Sends a signal to the main process, then to the others, each of which leads a group of its own. */
    async signal(name) {
      for (const pid of await processes()) sendSignal(pid, name);
    },
    async kill() {
      const others = (await processes()).slice(1);
      const ended = stop('SIGKILL');
      for (const pid of others) sendSignal(pid, 'SIGKILL');
      await ended;
    },
    async restart() {
      stop = await start();
    },
  };
}

/**
 * A Redis server without any data, on a free port or the given one.
 * @param {string} program
 * @param {string} folder
 * @param {string | number} [givenPort]
 */
export async function startRedis(program, folder, givenPort) {
  const port = givenPort ?? (await freePort());
  const settings = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'no'];
  const stop = await startServer([program, ...settings], { ready: /ready to accept connections/i });
  return { url: `redis://127.0.0.1:${port}`, stop };
}

/**
 * PgBouncer in transaction mode in front of a server, with two connections to each of its databases.
 * @param {string} program
 * @param {string} folder
 * @param {string} databaseUrl
 */
export async function startPgBouncer(program, folder, databaseUrl) {
  const port = await freePort();
  const user = postgresUser();
  const { hostname, port: databasePort } = new URL(databaseUrl);
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'any',
    pool_mode: 'transaction',
    default_pool_size: 2,
    max_client_conn: 100,
  };
  const file = join(folder, 'pgbouncer.ini');
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  // With the authentication "any", the user of the server is named here.
  const databases = `* = host=${hostname} port=${databasePort} user=foyer`;
  writeFileSync(file, ['[databases]', databases, '[pgbouncer]', ...lines, ''].join('\n'));
  const stop = await startServer([program, file], { ...user, cwd: folder, ready: /process up/ });
  const url = new URL(databaseUrl);
  url.port = `${port}`;
  return { url: url.href, stop };
}

async function childrenOf(parent) {
  const { output } = await runCommand(['ps', '-A', '-o', 'pid=,ppid=']);
  const rows = output.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  return rows.filter(([, ppid]) => ppid === parent).map(([pid]) => pid);
}

function sendSignal(pid, name) {
  try {
    process.kill(pid, name);
  } catch {
    // The process has already ended.
  }
}

/** PostgreSQL refuses to run as root: it runs as the user `postgres`, or else as `nobody`. */
function postgresUser() {
  if (process.getuid() !== 0) return {};
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const user = ['postgres', 'nobody'].map((name) => users.find(([userName]) => userName === name)).find(Boolean);
  if (!user) throw new Error('PostgreSQL does not run as root, and there is no user "postgres" or "nobody".');
  return { uid: Number(user[2]), gid: Number(user[3]) };
}
