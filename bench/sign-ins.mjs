import { availableParallelism } from 'node:os';
import { verify } from '@node-rs/argon2';
import { openConnections } from './connection-pool.mjs';
import { sendContinuously } from './load-generator.mjs';
import { withPostgresAndRedis, withService } from './service.mjs';
import { credentials, hashPassword, isDone, passwordSignIn, storePeople } from './stored-people.mjs';

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

export const measureSignInsOnPostgres = () =>
  withPostgresAndRedis('password sign-ins on PostgreSQL', (servers, runSql) =>
    withService((origin) => measureOnPostgres(origin, runSql), servers),
  );

async function measureEmbedded(origin) {
  const concurrency = Math.min(principals.length, availableParallelism());
  const hashes = await hashesPerSecond(concurrency);
  const cookies = principals.map(() => '');
  const signIns = await perSecond(concurrency, async (n) => {
    cookies[n] = await signIn(origin, principals[n], cookies[n]);
  });
  return [{ name: 'password sign-ins', value: signIns, baseline: 'argon2id alone', baselineValue: hashes, unit: '/s' }];
}

async function measureOnPostgres(origin, runSql) {
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

async function hashesPerSecond(concurrency) {
  const stored = await hashPassword();
  return perSecond(concurrency, () => verify(stored, credentials));
}

async function perSecond(concurrency, work) {
  let done = 0;
  const start = performance.now();
  const repeat = async (n) => {
    while (performance.now() - start < duration) {
      await work(n);
      done++;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, (_, n) => repeat(n)));
  return (done * 1000) / (performance.now() - start);
}

/** Signs in and returns the cookies for the next sign-in: the same browser signs in again and again. */
async function signIn(origin, principal, cookie) {
  const response = await fetch(`${origin}/api/login/commit/user`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin, cookie },
    body: JSON.stringify({ principal, credentials, loginParams: { endpoint: 'PC', env: { fingerprint: 'bench' } } }),
  });
  const { code, message } = await response.json();
  if (code !== 0) throw new Error(`${principal} cannot sign in: ${code} ${message}`);
  const received = Object.fromEntries(response.headers.getSetCookie().map((line) => line.split(';')[0].split('=')));
  const sent = Object.fromEntries(
    cookie
      .split('; ')
      .filter(Boolean)
      .map((pair) => pair.split('=')),
  );
  return Object.entries({ ...sent, ...received })
    .map((pair) => pair.join('='))
    .join('; ');
}
