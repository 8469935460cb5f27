import { type Pool, openConnections } from '../client/connection-pool.ts';
import type { Comparison } from './benchmark.ts';
import { openPage } from '../client/qr-pages.ts';
import { type Origins, withNodes } from '../client/service.ts';

const rounds = Number(process.env.BENCH_RACES ?? 100);
const concurrency = 200;
const withoutLimits = { CALLS_PER_MINUTE: '1000000', SCAN_POLLS_PER_MINUTE: '1000000' };

/** Polls a confirmed scan 200 times at once on two instances of the service. Exactly one session may result. */
export const measureConcurrentPolls = () => withNodes(2, measure, { settings: withoutLimits });

async function measure(origins: Origins): Promise<Comparison[]> {
  const [firstOrigin] = origins;
  const pools = await Promise.all(origins.map((origin) => openConnections(origin, concurrency / origins.length)));
  let sessions = 0;
  try {
    for (let round = 0; round < rounds; round++) {
      const { poll, code } = await openPage(pools[0]!, round);
      await scanAndConfirm(firstOrigin, code);
      const responses = await Promise.all(
        Array.from({ length: concurrency }, (_, n) => send(pools[n % pools.length]!, poll)),
      );
      const signedIn = responses.filter((response) => response.includes('"code":0,'));
      const refused = responses.filter((response) => response.includes('"code":10000024,'));
      if (signedIn.length + refused.length !== concurrency)
        throw new Error(`Unexpected response to a poll: ${responses.join('\n')}`);
      sessions = await countSessions(firstOrigin, signedIn[0]);
      if (signedIn.length !== 1 || sessions !== round + 1)
        throw new Error(`${signedIn.length} polls signed in, with ${sessions} sessions after ${round + 1} rounds`);
    }
  } finally {
    pools.forEach((pool) => pool.close());
  }
  const baseline = `rounds of ${concurrency}, 2 instances`;
  return [{ name: 'sessions of concurrent polls', value: sessions, baseline, baselineValue: rounds, unit: '' }];
}

const send = (pool: Pool, request: string) => new Promise<string>((resolve) => pool.send(request, resolve));

/** Scans the QR code and confirms the sign-in with the sandbox's phone. */
async function scanAndConfirm(origin: string, content: string) {
  const { scan } = await callPhone(origin, 'scan', { content, person: 'alice' });
  await callPhone(origin, 'answer', { scan, confirm: true });
}

async function callPhone(origin: string, action: string, body: object) {
  const response = await fetch(`${origin}/sandbox/phone/${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify(body),
  });
  return response.json();
}

/** Counts the sessions of the account that this response to a poll has signed in. */
async function countSessions(origin: string, response = '') {
  const [, cookie = ''] = /\r\nset-cookie: (foyer_session=[^;]+)/i.exec(response) ?? [];
  const { data } = await (await fetch(`${origin}/api/user/accounts/me`, { headers: { cookie } })).json();
  return data?.sessions.length ?? 0;
}
