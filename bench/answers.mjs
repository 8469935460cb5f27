import { createHash } from 'node:crypto';
import { withService } from './service.mjs';

const rounds = Number(process.env.BENCH_ROUNDS ?? 200);
/** A part of the rows' names, where not all of them are wanted. */
const wanted = process.env.BENCH_ANSWERS ?? '';
const aDay = 24 * 60 * 60 * 1000;
/**
 * Someone of the sandbox, by each address, and nobody. Each is asked about as often as the other: what was asked before is
 * kept for both.
 */
const someone = { mobile: '13800138000', email: 'fay@example.com' };
const nobody = { mobile: '13900000001', email: 'eve@example.com' };
const settings = { TRUSTED_PROXIES: '127.0.0.1,::1,::ffff:127.0.0.1', HUMAN_CHECK_COST: '1' };

let number = 0;
/** Every question comes from somewhere else, so that no limit is met. */
const anywhere = () => `10.${(number >> 14) & 255}.${(number >> 7) & 127}.${((number += 1) & 127) + 1}`;

/** How long an answer takes for an account that is there beside one that is not: two figures that should be one. */
export const measureAnswers = (tell) =>
  withService(async (origin) => {
    const ask = askerOf(origin);
    for (const by of ['mobile', 'email']) {
      const rows = { 'wrong password': wrongPassword, 'does it exist': existence };
      for (const bizType of ['REGISTER_LOGIN', 'RETRIEVE', 'FIND_ACCOUNT']) rows[bizType] = codeFor(by, bizType);
      for (const [row, prepare] of Object.entries(rows)) {
        const what = `${row}, ${by}`;
        if (what.includes(wanted)) tell(await compare(what, by, ask, prepare));
      }
    }
    return [];
  }, settings);

/** One after the other, in turns and in changing order, so that a noisy minute falls on both. */
async function compare(what, by, ask, prepare) {
  const times = { known: [], unknown: [] };
  for (let round = 0; round < rounds; round++) {
    // Yesterday's limits and locks are over.
    await ask('POST', '/sandbox/clock', { move: aDay });
    for (const who of round % 2 ? ['known', 'unknown'] : ['unknown', 'known']) {
      const principal = (who === 'known' ? someone : nobody)[by];
      const question = await prepare(ask, principal);
      const start = performance.now();
      await question();
      times[who].push(performance.now() - start);
    }
  }
  const beside = `nobody's; told apart ${auc(times.known, times.unknown).toFixed(2)}`;
  return { what, ours: median(times.known), beside, theirs: median(times.unknown), unit: 'ms' };
}

const loginParams = { endpoint: 'PC', env: { fingerprint: 'bench' } };

async function wrongPassword(ask, principal) {
  const credentials = createHash('sha256').update('wrong').digest('hex');
  return () => ask('POST', '/api/login/commit/user', { principal, credentials, loginParams });
}

async function existence(ask, principal) {
  return () => ask('POST', '/api/v1/accounts/checkMobileOrEmail', { principal });
}

const codeFor = (by, bizType) => async (ask, principal) => {
  const { data, cookie } = await ask('GET', '/api/sender/robotAuth/challenge?fingerprint=bench');
  const value = btoa(JSON.stringify({ ...data.challenge, number: numberOf(data.challenge) }));
  const passed = await ask('POST', '/api/sender/robotAuth/apply', { value }, cookie);
  return () => ask('POST', `/api/sender/${by}/v3`, { bizType, principal, auth: passed.data.auth }, cookie);
};

function numberOf({ challenge, salt, maxnumber }) {
  for (let n = 0; n <= maxnumber; n++)
    if (createHash('sha256').update(`${salt}${n}`).digest('hex') === challenge) return n;
  throw new Error('There is no such number');
}

function askerOf(origin) {
  return async (method, path, said, cookie = '') => {
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: { 'content-type': 'application/json', origin, cookie, 'x-forwarded-for': anywhere() },
      ...(said && { body: JSON.stringify(said) }),
    });
    const { data, code } = await response.json().catch(() => ({}));
    if (response.status >= 429) throw new Error(`${path} answered ${response.status} ${code}`);
    return { data, cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie };
  };
}

const median = (times) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)];

/** How often a known one took longer than an unknown one: a half where nobody can tell. */
function auc(known, unknown) {
  let longer = 0;
  for (const a of known) for (const b of unknown) longer += a > b ? 1 : a === b ? 0.5 : 0;
  return longer / (known.length * unknown.length);
}
