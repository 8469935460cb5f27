import { createHash } from 'node:crypto';
import { withService } from './service.mjs';
import { auc, median } from './statistics.mjs';

const rounds = Number(process.env.BENCH_ROUNDS ?? 200);
/** Only the rows whose name contains this text are measured. */
const filter = process.env.BENCH_FILTER ?? '';
const oneDay = 24 * 60 * 60 * 1000;
/** Both accounts are used equally often, because the service keeps records of earlier calls for either. */
const existing = { mobile: '13800138000', email: 'fay@example.com' };
const unknown = { mobile: '13900000001', email: 'eve@example.com' };
const settings = { TRUSTED_PROXIES: '127.0.0.1,::1,::ffff:127.0.0.1', HUMAN_CHECK_COST: '1' };

let requestCount = 0;
/** Every request comes from another IP address, so that it reaches no rate limit. */
const nextIp = () => `10.${(requestCount >> 14) & 255}.${(requestCount >> 7) & 127}.${((requestCount += 1) & 127) + 1}`;

/** Compares the response times for an existing and an unknown account. They must not differ. */
export const measureAccountTiming = (print) =>
  withService(async (origin) => {
    for await (const { name, medians, auc: area } of compareAccounts(origin, rounds, filter))
      print({
        name,
        value: medians.existing,
        baseline: `unknown account; AUC ${area.toFixed(2)}`,
        baselineValue: medians.unknown,
        unit: 'ms',
      });
    return [];
  }, settings);

/**
 * For each call that is given an account: the median times, the area under the curve, and how many answers for the two
 * accounts differ in more than random handles.
 */
export async function* compareAccounts(origin, times, wanted = '') {
  const send = createClient(origin);
  for (const kind of ['mobile', 'email']) {
    const rows = { 'wrong password': wrongPassword, 'does it exist': existenceCheck };
    for (const bizType of ['REGISTER_LOGIN', 'RETRIEVE', 'FIND_ACCOUNT']) rows[bizType] = sendCode(kind, bizType);
    for (const [row, prepare] of Object.entries(rows)) {
      const name = `${row}, ${kind}`;
      if (name.includes(wanted)) yield { name, ...(await compare(times, kind, send, prepare)) };
    }
  }
}

/** Measures both in alternating order, so that a period of noise affects both. */
async function compare(count, kind, send, prepare) {
  const times = { existing: [], unknown: [] };
  let differentAnswers = 0;
  for (let round = 0; round < count; round++) {
    // Moves the clock past all limits and lockouts.
    await send('POST', '/sandbox/clock', { move: oneDay });
    const answers = [];
    for (const account of round % 2 ? ['existing', 'unknown'] : ['unknown', 'existing']) {
      const principal = (account === 'existing' ? existing : unknown)[kind];
      const call = await prepare(send, principal);
      const start = performance.now();
      const { status, text } = await call();
      times[account].push(performance.now() - start);
      answers.push(`${status} ${text.replaceAll(/"[\w-]{43}"/g, '"handle"')}`);
    }
    if (answers[0] !== answers[1]) differentAnswers += 1;
  }
  const medians = { existing: median(times.existing), unknown: median(times.unknown) };
  return { medians, auc: auc(times.existing, times.unknown), differentAnswers };
}

const loginParams = { endpoint: 'PC', env: { fingerprint: 'bench' } };

async function wrongPassword(send, principal) {
  const credentials = createHash('sha256').update('wrong').digest('hex');
  return () => send('POST', '/api/login/commit/user', { principal, credentials, loginParams });
}

async function existenceCheck(send, principal) {
  return () => send('POST', '/api/v1/accounts/checkMobileOrEmail', { principal });
}

const sendCode = (kind, bizType) => async (send, principal) => {
  const { data, cookie } = await send('GET', '/api/sender/robotAuth/challenge?fingerprint=bench');
  const value = btoa(JSON.stringify({ ...data.challenge, number: solve(data.challenge) }));
  const humanCheck = await send('POST', '/api/sender/robotAuth/apply', { value }, cookie);
  return () => send('POST', `/api/sender/${kind}/v3`, { bizType, principal, auth: humanCheck.data.auth }, cookie);
};

function solve({ challenge, salt, maxnumber }) {
  for (let n = 0; n <= maxnumber; n++)
    if (createHash('sha256').update(`${salt}${n}`).digest('hex') === challenge) return n;
  throw new Error('The challenge has no solution');
}

function createClient(origin) {
  return async (method, path, body, cookie = '') => {
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: { 'content-type': 'application/json', origin, cookie, 'x-forwarded-for': nextIp() },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (response.status >= 429) throw new Error(`${path} responded with ${response.status} ${text}`);
    const { data } = text.startsWith('{') ? JSON.parse(text) : {};
    return { status: response.status, text, data, cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie };
  };
}
