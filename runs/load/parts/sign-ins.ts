import { availableParallelism } from 'node:os';
import { openConnections } from '../client/connection-pool.ts';
import { sendAtInterval, sendContinuously } from '../client/load-generator.ts';
import { isPending } from '../benchmarks/open-pages.ts';
import { cpuOfService } from '../client/processor-time.ts';
import { openPages } from '../client/qr-pages.ts';
import { measureSignInsOnPostgres } from '../benchmarks/sign-ins.ts';
import {
  codeCheck,
  codeSignIn,
  hashPassword,
  isDone,
  passwordSignIn,
  storeCodes,
  storePeople,
} from '../client/stored-people.ts';
import { withNodes } from '../client/service.ts';
import { interval, maxDelay } from './pages.ts';
import type { Amounts } from '../amounts.ts';
import type { Result } from '../../results.ts';

const cores = availableParallelism();
/** Each of the two requests of a code sign-in, and a password sign-in while pages poll. */
const maxCodeDelay = 100;
const maxPasswordDelay = 500;
/** More at once than cores, so that no core waits for a statement. */
const askers = cores * 8;
const numbers = (count: number) => Array.from({ length: count }, (_, i) => i + 1);

export async function measurePasswords(): Promise<Result> {
  const [{ value, baselineValue, baseline }] = await measureSignInsOnPostgres();
  const ratio = value / baselineValue;
  const perCore = value / cores;
  const around = (cores * 1000) / value - (cores * 1000) / baselineValue;
  return {
    raw: { value, baseline, baselineValue },
    rows: [
      {
        number: `password sign-ins, of ${baseline}`,
        bar: '≥ 0.8',
        result: `${ratio.toFixed(2)}${ratio >= 0.8 ? '' : `; ${around.toFixed(0)} ms of a core around each hash, PostgreSQL and the client included`}`,
        isMet: ratio >= 0.8,
        dependsOnMachine: true,
      },
      {
        number: 'password sign-ins a second and core',
        bar: '≥ 20',
        result: perCore.toFixed(1),
        isMet: perCore >= 20,
        dependsOnMachine: true,
      },
    ],
  };
}

/** A sign-in is two requests: the code is checked, then its handle signs in. */
export const measureCodes = ({ codeSignIns }: Amounts): Promise<Result> =>
  withNodes(1, async ([origin], runSql) => {
    await storePeople(runSql, { first: 1, last: codeSignIns, passwordHash: await hashPassword() });
    await storeCodes(runSql, 1, codeSignIns);
    const pool = await openConnections(origin, askers);
    try {
      const before = await cpuOfService(origin);
      const { perSecond, p95, failed } = await signInByCode(pool, codeSignIns);
      const cpu = ((await cpuOfService(origin)) - before) / codeSignIns / 1000;
      const reason = `; ${cpu.toFixed(1)} ms of CPU time of the node each`;
      return {
        raw: { perSecond, p95, failed, cpu },
        rows: [
          {
            number: `code sign-ins a second on ${cores} cores`,
            bar: '≥ 300',
            result: `${perSecond.toFixed(0)}${reason}`,
            isMet: perSecond >= 300,
            dependsOnMachine: true,
          },
          {
            number: 'a request of a code sign-in, p95',
            bar: `≤ ${maxCodeDelay} ms`,
            result: `${p95.toFixed(0)} ms`,
            isMet: p95 <= maxCodeDelay,
            dependsOnMachine: true,
          },
          { number: 'failed code sign-ins', bar: '0', result: `${failed}`, isMet: failed === 0 },
        ],
      };
    } finally {
      pool.close();
    }
  });

/** Each person signs in once; `askers` of them at the same time. */
async function signInByCode(pool: Awaited<ReturnType<typeof openConnections>>, count: number) {
  const delays: number[] = [];
  let failed = 0;
  let next = 1;
  const send = (text: string) =>
    new Promise<boolean>((resolve) => {
      const sentAt = performance.now();
      pool.send(text, (response: string) => {
        delays.push(performance.now() - sentAt);
        resolve(isDone(response));
      });
    });
  const start = performance.now();
  const askInTurn = async () => {
    while (next <= count) {
      const n = next++;
      if (!((await send(codeCheck(n))) && (await send(codeSignIn(n))))) failed += 1;
    }
  };
  await Promise.all(numbers(askers).map(askInTurn));
  const seconds = (performance.now() - start) / 1000;
  const sorted = delays.toSorted((a, b) => a - b);
  return { perSecond: count / seconds, p95: sorted[Math.floor(sorted.length * 0.95)] ?? 0, failed };
}

/** The pages of one process poll while people sign in by password. */
export const measureTogether = ({ pages, togetherSeconds }: Amounts): Promise<Result> =>
  withNodes(1, async ([origin], runSql) => {
    const perSecond = 20 * cores;
    const signIns = perSecond * togetherSeconds;
    await storePeople(runSql, { first: 1, last: signIns, passwordHash: await hashPassword() });
    const [pollPool, pool] = await Promise.all([openConnections(origin, 64), openConnections(origin, 64)]);
    try {
      const requests = (await openPages(pollPool, pages)).map(({ poll }) => poll);
      const rounds = Math.ceil((togetherSeconds * 1000) / interval);
      // Alone first, so that both start with compiled code.
      await sendContinuously(pool, { requests: [passwordSignIn(1)], isCorrect: isDone, concurrency: 1, duration: 500 });
      const [polls, passwords] = await Promise.all([
        sendAtInterval(pollPool, { requests, isCorrect: isPending, interval, rounds }),
        sendAtInterval(pool, {
          requests: numbers(signIns).map(passwordSignIn),
          isCorrect: isDone,
          interval: togetherSeconds * 1000,
          rounds: 1,
        }),
      ]);
      const failed = polls.wrong + passwords.wrong;
      return {
        raw: { polls, passwords },
        rows: [
          {
            number: `${pages} QR pages and ${perSecond} password sign-ins a second: a poll, p99`,
            bar: `≤ ${maxDelay} ms`,
            result: `${polls.p99.toFixed(0)} ms`,
            isMet: polls.p99 <= maxDelay,
            dependsOnMachine: true,
          },
          {
            number: 'the same: a sign-in, p95',
            bar: `≤ ${maxPasswordDelay} ms`,
            result: `${passwords.p95.toFixed(0)} ms`,
            isMet: passwords.p95 <= maxPasswordDelay,
            dependsOnMachine: true,
          },
          // A node refuses sign-ins as busy when more passwords wait than it can hash in time.
          {
            number: 'the same: failed',
            bar: '0',
            result: `${failed}`,
            isMet: failed === 0,
            dependsOnMachine: true,
          },
        ],
      };
    } finally {
      pollPool.close();
      pool.close();
    }
  });
