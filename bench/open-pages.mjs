import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { openConnections } from './connection-pool.mjs';
import { sendAtInterval, sendContinuously } from './load-generator.mjs';
import { cpuOfChild, cpuOfService } from './processor-time.mjs';
import { openPages, request } from './qr-pages.mjs';
import { withPostgresAndRedis, withService } from './service.mjs';

const pageCount = Number(process.env.BENCH_PAGES ?? 12_000);
/** Milliseconds between two polls of a page, and the highest 99th percentile of the delay. */
const interval = 3000;
const maxDelay = 200;
const concurrency = 64;
const duration = 5000;

/** Compares the polls of open QR pages with a route that does nothing, under the same load generator. */
export const measureOpenPages = () =>
  withPostgresAndRedis('open QR pages', (servers) =>
    // As in production: every page has an IP address of its own, rate limits apply, and requests are logged.
    withService(measure, { ...servers, LOG_LEVEL: 'info', CALLS_PER_MINUTE: '' }),
  );

async function measure(origin) {
  const bareRoute = fork(fileURLToPath(new URL('bare-route.mjs', import.meta.url)));
  const [bareOrigin] = await once(bareRoute, 'message');
  const pool = await openConnections(origin, concurrency);
  const barePool = await openConnections(bareOrigin, concurrency);
  try {
    const polls = { requests: (await openPages(pool, pageCount)).map(({ poll }) => poll), isCorrect: isPending };
    const bareRequests = { requests: [request('/', 1)], isCorrect: (response) => response.startsWith('HTTP/1.1 200') };
    const results = { polls: [], bareRoute: [] };
    // Measures both alternately, so that a period of noise affects both.
    for (let round = 0; round < 2; round++) {
      results.bareRoute.push(await throughput(barePool, bareRequests, () => cpuOfChild(bareRoute)));
      results.polls.push(await throughput(pool, polls, () => cpuOfService(origin)));
    }
    const highestRate = (list) => Math.max(...list.map(({ perSecond }) => perSecond));
    const lowestCpu = (list) => Math.min(...list.map(({ cpu }) => cpu));
    const sustained = await sustainedPages(pool, polls, highestRate(results.polls));
    const baseline = 'a bare Fastify route';
    return [
      {
        name: 'QR polls',
        value: highestRate(results.polls),
        baseline,
        baselineValue: highestRate(results.bareRoute),
        unit: '/s',
      },
      {
        name: 'CPU time of a QR poll',
        value: lowestCpu(results.polls),
        baseline,
        baselineValue: lowestCpu(results.bareRoute),
        unit: 'µs',
      },
      {
        name: 'open QR pages',
        value: sustained.pages,
        baseline: `goal; ${sustained.delays}`,
        baselineValue: 10_000,
        unit: '',
      },
    ];
  } finally {
    pool.close();
    barePool.close();
    bareRoute.kill();
  }
}

async function throughput(pool, load, readCpu) {
  const before = await readCpu();
  const { perSecond, received, wrong } = await sendContinuously(pool, { ...load, concurrency, duration });
  if (wrong) throw new Error(`${wrong} of ${received} responses were wrong`);
  return { perSecond, cpu: ((await readCpu()) - before) / received };
}

/** Finds the highest number of pages that get every response correct and in time, starting from the peak throughput. */
async function sustainedPages(pool, { requests, isCorrect }, perSecond) {
  const highest = Math.min(requests.length, Math.floor((perSecond * interval) / 1000));
  const attempts = [];
  for (let share = 1; share > 0.3; share -= 0.1) {
    const count = Math.floor((highest * share) / 100) * 100;
    const { p50, p99, wrong } = await sendAtInterval(pool, {
      requests: requests.slice(0, count),
      isCorrect,
      interval,
      rounds: 3,
    });
    const delays = `p50 ${p50.toFixed(0)}, p99 ${p99.toFixed(0)} ms`;
    if (wrong === 0 && p99 <= maxDelay) return { pages: count, delays };
    attempts.push(`${count}: ${delays}, ${wrong} wrong`);
  }
  throw new Error(`Responses were late or wrong at every number of pages: ${attempts.join('; ')}`);
}

const isPending = (response) => response.includes('"code":400,') && response.includes('"scanned":false');
