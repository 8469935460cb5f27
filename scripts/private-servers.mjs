import { chmodSync, chownSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { launch, run } from './command.mjs';
import { freePort } from './free-port.mjs';
import { withTemporaryFolder } from './temporary-folder.mjs';

/** A PostgreSQL and a Redis of our own, on free ports, gone when the work is done or this process ends. */
export function withServers({ postgres, redis }, work) {
  return withTemporaryFolder(async (folder) => {
    // PostgreSQL may run as somebody else, who has to get past the door.
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
  const owner = ownerOfPostgres();
  mkdirSync(folder);
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid);
  const options = { ...owner, cwd: folder, env: { LC_ALL: 'C' } };
  const data = join(folder, 'data');

  const layout = [
    '--username=foyer',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C',
    '--no-sync',
    '--no-instructions',
  ];
  const made = await run([join(bin, 'initdb'), '-D', data, ...layout], options);
  if (made.code !== 0) throw new Error(`PostgreSQL could not be prepared:\n${made.output}`);

  // Its data dies with the tests: nothing need reach the disk.
  const settings = { port, listen_addresses: '127.0.0.1', unix_socket_directories: folder, max_connections: 200 };
  const careless = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
  const flags = Object.entries({ ...settings, ...careless }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const ready = /ready to accept connections/;
  const stop = await launch([join(bin, 'postgres'), '-D', data, ...flags], { ...options, ready, stopWith: 'SIGQUIT' });
  return { url: `postgres://foyer@127.0.0.1:${port}/postgres`, stop };
}

async function startRedis(program, folder) {
  const port = await freePort();
  const settings = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'no'];
  const stop = await launch([program, ...settings], { ready: /ready to accept connections/i });
  return { url: `redis://127.0.0.1:${port}`, stop };
}

/** PostgreSQL refuses to run as root; Debian's user for it, or else nobody, takes over. */
function ownerOfPostgres() {
  if (process.getuid() !== 0) return {};
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const user = ['postgres', 'nobody'].map((name) => users.find(([known]) => known === name)).find(Boolean);
  if (!user)
    throw new Error('PostgreSQL does not run as root, and there is no user "postgres" or "nobody" to run it as.');
  return { uid: Number(user[2]), gid: Number(user[3]) };
}
