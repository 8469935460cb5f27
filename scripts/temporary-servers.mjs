import { chmodSync, chownSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand, startServer } from './child-processes.mjs';
import { freePort } from './free-port.mjs';
import { withTemporaryFolder } from './temporary-folder.mjs';

/**
 * Starts PostgreSQL and Redis on free ports for the duration of `work`, which gets their URLs. They are stopped and
 * deleted when `work` or this process ends.
 */
export function withTemporaryServers({ postgres, redis }, work) {
  return withTemporaryFolder(async (folder) => {
    // PostgreSQL may run as another user, who must be able to enter the folder.
    chmodSync(folder, 0o711);
    const stops = [];
    try {
      const database = await startPostgres(postgres, join(folder, 'postgres'));
      stops.push(database.stop);
      const cache = await startRedis(redis, folder);
      stops.push(cache.stop);
      return await work({ TEST_DATABASE_URL: database.url, TEST_REDIS_URL: cache.url });
    } finally {
      await Promise.all(stops.map((stop) => stop()));
    }
  });
}

async function startPostgres(bin, folder) {
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
  const init = await runCommand([join(bin, 'initdb'), '-D', data, ...initOptions], options);
  if (init.code !== 0) throw new Error(`initdb failed:\n${init.output}`);

  const settings = { port, listen_addresses: '127.0.0.1', unix_socket_directories: folder, max_connections: 200 };
  // The data is deleted after the tests, so nothing needs to be flushed to disk.
  const unsafe = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
  const flags = Object.entries({ ...settings, ...unsafe }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const ready = /ready to accept connections/;
  const stop = await startServer([join(bin, 'postgres'), '-D', data, ...flags], {
    ...options,
    ready,
    stopSignal: 'SIGQUIT',
  });
  return { url: `postgres://foyer@127.0.0.1:${port}/postgres`, stop };
}

async function startRedis(program, folder) {
  const port = await freePort();
  const settings = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'no'];
  const stop = await startServer([program, ...settings], { ready: /ready to accept connections/i });
  return { url: `redis://127.0.0.1:${port}`, stop };
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
