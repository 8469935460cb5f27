import { availableParallelism } from 'node:os';
import { verify } from '@node-rs/argon2';
import { commitPassword } from '@foyer/contract/flows/password-login';
import { createClient } from '../../client.ts';
import { openConnections } from '../client/connection-pool.ts';
import { sendContinuously } from '../client/load-generator.ts';
import { withService, withServiceOnServers } from '../client/service.ts';
import type { Comparison } from './benchmark.ts';
import type { RunSql } from '../../installation/servers.ts';
import {
  credentials,
  hashPassword,
  isDone,
  loginParams,
  passwordSignIn,
  storePeople,
} from '../client/stored-people.ts';

const duration = 8000;
/** Accounts of the sandbox that sign in by password alone, without a second factor. */
const principals = ['13800138000', 'fay@example.com'];
/** More than cores, so that no core waits for a statement. Each signs in as other people in turn. */
const askers = availableParallelism() * 4;
const people = 200;

/** Compares complete password sign-ins with the password hash alone. */
export const measureSignIns = async () => [
  ...(await withService(measureEmbedded)),
  ...(await measureSignInsOnPostgres()),
];

export const measureSignInsOnPostgres = () => withServiceOnServers(measureOnPostgres);

async function measureEmbedded(origin: string): Promise<Comparison[]> {
  const concurrency = Math.min(principals.length, availableParallelism());
  const hashes = await hashesPerSecond(concurrency);
  // The same browser signs in again and again.
  const browsers = principals.map(() => createClient({ origin }));
  const signIns = await perSecond(concurrency, async (n) => {
    const principal = principals[n]!;
    const { is } = await browsers[n]!.call(commitPassword, { principal, credentials, loginParams });
    if (is !== 'done') throw new Error(`${principal} cannot sign in: ${is}`);
  });
  return [{ name: 'password sign-ins', value: signIns, baseline: 'argon2id alone', baselineValue: hashes, unit: '/s' }];
}

async function measureOnPostgres(origin: string, runSql: RunSql): Promise<[Comparison]> {
  await storePeople(runSql, { first: 1, last: people, passwordHash: await hashPassword() });
  const pool = await openConnections(origin, askers);
  const requests = Array.from({ length: people }, (_, i) => passwordSignIn(i + 1));
  try {
    const hashes = await hashesPerSecond(askers);
    const { perSecond: signIns, wrong } = await sendContinuously(pool, {
      requests,
      isCorrect: isDone,
      concurrency: askers,
      duration,
    });
    if (wrong) throw new Error(`${wrong} sign-ins failed`);
    const name = 'the same on PostgreSQL';
    return [{ name, value: signIns, baseline: `argon2id alone, ${askers} askers`, baselineValue: hashes, unit: '/s' }];
  } finally {
    pool.close();
  }
}

async function hashesPerSecond(concurrency: number) {
  const stored = await hashPassword();
  return perSecond(concurrency, () => verify(stored, credentials));
}

async function perSecond(concurrency: number, work: (n: number) => Promise<unknown>) {
  let done = 0;
  const start = performance.now();
  const repeat = async (n: number) => {
    while (performance.now() - start < duration) {
      await work(n);
      done++;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, (_, n) => repeat(n)));
  return (done * 1000) / (performance.now() - start);
}
