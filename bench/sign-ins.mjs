import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { Algorithm, hash, verify } from '@node-rs/argon2';
import { withPostgresAndRedis, withService } from './service.mjs';

const duration = 8000;
const password = 'Foyer-2026';
/** Accounts of the sandbox that sign in by password alone, without a second factor. */
const principals = ['13800138000', 'fay@example.com'];

/** Compares complete password sign-ins with the password hash alone. */
export const measureSignIns = async () => [
  ...(await withService(measure('password sign-ins'))),
  ...(await withPostgresAndRedis('password sign-ins on PostgreSQL', (servers) =>
    withService(measure('the same on PostgreSQL'), servers),
  )),
];

const measure = (name) => async (origin) => {
  const credentials = createHash('sha256').update(password).digest('hex');
  const stored = await hash(credentials, {
    algorithm: Algorithm.Argon2id,
    memoryCost: 19456,
    timeCost: 2,
    parallelism: 1,
  });
  const concurrency = Math.min(principals.length, availableParallelism());

  const hashes = await perSecond(concurrency, () => verify(stored, credentials));
  const cookies = principals.map(() => '');
  const signIns = await perSecond(concurrency, async (n) => {
    cookies[n] = await signIn(origin, principals[n], credentials, cookies[n]);
  });
  return [{ name, value: signIns, baseline: 'argon2id alone', baselineValue: hashes, unit: '/s' }];
};

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
async function signIn(origin, principal, credentials, cookie) {
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
