import { createHash } from 'node:crypto';
import { applyHumanCheck, getHumanCheck } from '@foyer/contract/flows/human-check';
import { commitPassword } from '@foyer/contract/flows/password-login';
import { checkAccountTaken } from '@foyer/contract/flows/register';
import { sendCodeToEmail, sendCodeToMobile } from '@foyer/contract/flows/send-code';
import { type Client, type Wire, createClient, done } from '../../client.ts';
import { solve } from '../../human-check.ts';
import { withService } from '../client/service.ts';
import { auc, median } from '../client/statistics.ts';
import { loginParams } from '../client/stored-people.ts';
import type { Comparison } from './benchmark.ts';

const rounds = Number(process.env.BENCH_ROUNDS ?? 200);
/** Only the rows whose name contains this text are measured. */
const filter = process.env.BENCH_FILTER ?? '';
const oneDay = 24 * 60 * 60 * 1000;
/** Both accounts are used equally often, because the service keeps records of earlier calls for either. */
const existing = { mobile: '13800138000', email: 'fay@example.com' };
const unknown = { mobile: '13900000001', email: 'eve@example.com' };
const settings = { TRUSTED_PROXIES: '127.0.0.1,::1,::ffff:127.0.0.1', HUMAN_CHECK_COST: '1' };

type Account = 'existing' | 'unknown';
type Kind = keyof typeof existing;
/** Prepares the call whose time is measured. */
type Prepare = (browser: Client, principal: string) => Promise<() => Promise<Wire>>;

let requestCount = 0;
/** Every request comes from another IP address, so that it reaches no rate limit. */
const fromAnotherAddress = () => {
  requestCount += 1;
  return {
    'x-forwarded-for': `10.${(requestCount >> 14) & 255}.${(requestCount >> 7) & 127}.${(requestCount & 127) + 1}`,
  };
};

/** Compares the response times for an existing and an unknown account. They must not differ. */
export const measureAccountTiming = (print: (row: Comparison) => void) =>
  withService(async (origin): Promise<Comparison[]> => {
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
export async function* compareAccounts(origin: string, times: number, wanted = '') {
  for (const kind of ['mobile', 'email'] as const) {
    const rows: Record<string, Prepare> = { 'wrong password': wrongPassword, 'does it exist': existenceCheck };
    for (const bizType of ['REGISTER_LOGIN', 'RETRIEVE', 'FIND_ACCOUNT'] as const)
      rows[bizType] = sendCode(kind, bizType);
    for (const [row, prepare] of Object.entries(rows)) {
      const name = `${row}, ${kind}`;
      if (name.includes(wanted)) yield { name, ...(await compare(times, kind, origin, prepare)) };
    }
  }
}

/** Measures both in alternating order, so that a period of noise affects both. */
async function compare(count: number, kind: Kind, origin: string, prepare: Prepare) {
  const times: Record<Account, number[]> = { existing: [], unknown: [] };
  let differentAnswers = 0;
  for (let round = 0; round < count; round++) {
    // Moves the clock past all limits and lockouts.
    await createClient({ origin }).send('POST', '/sandbox/clock', JSON.stringify({ move: oneDay }));
    const answers: string[] = [];
    const order: Account[] = round % 2 ? ['existing', 'unknown'] : ['unknown', 'existing'];
    for (const account of order) {
      const principal = (account === 'existing' ? existing : unknown)[kind];
      const call = await prepare(createClient({ origin }), principal);
      const start = performance.now();
      const { status, text } = await call();
      times[account].push(performance.now() - start);
      if (status >= 429) throw new Error(`The service responded with ${status} ${text}`);
      answers.push(`${status} ${text.replaceAll(/"[\w-]{43}"/g, '"handle"')}`);
    }
    if (answers[0] !== answers[1]) differentAnswers += 1;
  }
  const medians = { existing: median(times.existing), unknown: median(times.unknown) };
  return { medians, auc: auc(times.existing, times.unknown), differentAnswers };
}

const wrongPassword: Prepare = async (browser, principal) => {
  const credentials = createHash('sha256').update('wrong').digest('hex');
  return () => browser.call(commitPassword, { principal, credentials, loginParams }, fromAnotherAddress());
};

const existenceCheck: Prepare = async (browser, principal) => () =>
  browser.call(checkAccountTaken, { principal }, fromAnotherAddress());

const sendCode =
  (kind: Kind, bizType: 'REGISTER_LOGIN' | 'RETRIEVE' | 'FIND_ACCOUNT'): Prepare =>
  async (browser, principal) => {
    const { challenge } = done(await browser.call(getHumanCheck, {}, fromAnotherAddress()), 'The challenge');
    const value = solve(challenge);
    const { auth } = done(await browser.call(applyHumanCheck, { value }, fromAnotherAddress()), 'The human check');
    const send = kind === 'mobile' ? sendCodeToMobile : sendCodeToEmail;
    return () => browser.call(send, { bizType, principal, auth }, fromAnotherAddress());
  };
