import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { Algorithm, hash, verify } from '@node-rs/argon2';
import { onServers } from './qr-pages.mjs';
import { withService } from './service.mjs';

const duration = 8000;
const password = 'Foyer-2026';
/** Two people of the sandbox who have a password and nothing after it. */
const people = ['13800138000', 'fay@example.com'];

/** Whole password sign-ins, session and all, beside nothing but the hash that each of them costs. */
export const measureSignIns = async () => [
  ...(await withService(measure('password sign-ins'))),
  ...(await onServers('password sign-ins on PostgreSQL', (servers) =>
    withService(measure('the same on PostgreSQL'), servers),
  )),
];

const measure = (what) => async (origin) => {
  const secret = createHash('sha256').update(password).digest('hex');
  const stored = await hash(secret, {
    algorithm: Algorithm.Argon2id,
    memoryCost: 19456,
    timeCost: 2,
    parallelism: 1,
  });
  const lanes = Math.min(people.length, availableParallelism());

  const raw = await perSecond(lanes, () => verify(stored, secret));
  const cookies = people.map(() => '');
  const whole = await perSecond(lanes, async (lane) => {
    cookies[lane] = await signIn(origin, people[lane], secret, cookies[lane]);
  });
  return [{ what, ours: whole, beside: 'argon2id alone', theirs: raw, unit: '/s' }];
};

async function perSecond(lanes, work) {
  let done = 0;
  const start = performance.now();
  const lane = async (n) => {
    while (performance.now() - start < duration) {
      await work(n);
      done++;
    }
  };
  await Promise.all(Array.from({ length: lanes }, (_, n) => lane(n)));
  return (done * 1000) / (performance.now() - start);
}

/** Answers the cookies for the next time: the same browser signs in again and again. */
async function signIn(origin, principal, credentials, cookie) {
  const response = await fetch(`${origin}/api/login/commit/user`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin, cookie },
    body: JSON.stringify({ principal, credentials, loginParams: { endpoint: 'PC', env: { fingerprint: 'bench' } } }),
  });
  const { code, message } = await response.json();
  if (code !== 0) throw new Error(`${principal} was not let in: ${code} ${message}`);
  const fresh = Object.fromEntries(response.headers.getSetCookie().map((line) => line.split(';')[0].split('=')));
  const kept = Object.fromEntries(
    cookie
      .split('; ')
      .filter(Boolean)
      .map((pair) => pair.split('=')),
  );
  return Object.entries({ ...kept, ...fresh })
    .map((pair) => pair.join('='))
    .join('; ');
}
