import { type Pool, openConnections } from '../client/connection-pool.ts';
import type { Comparison } from './benchmark.ts';
import { type Load, sendAtInterval, sendContinuously } from '../client/load-generator.ts';
import { cpuOfChild, cpuOfService } from '../client/processor-time.ts';
import { openPages, request } from '../client/qr-pages.ts';
import { withServiceOnServers } from '../client/service.ts';
import { startBare } from './bare-process.ts';

const pageCount = Number(process.env.BENCH_PAGES ?? 12_000);
/** Milliseconds between two polls of a page, and the highest 99th percentile of the delay. */
const interval = 3000;
const maxDelay = 200;
const concurrency = 64;
const duration = 5000;

/** Compares the polls of open QR pages with a route that does nothing, under the same load generator. */
export const measureOpenPages = () =>
  // As in production: every page has an IP address of its own, rate limits apply, and requests are logged.
  withServiceOnServers(measure, { LOG_LEVEL: 'info', CALLS_PER_MINUTE: '' });

async function measure(origin: string): Promise<Comparison[]> {
  const { polls, bareRoute, sustained } = await comparePolls(origin, { pageCount, duration, rounds: 2 });
  if (polls.wrong) throw new Error(`${polls.wrong} polls had a wrong response`);
  if (!sustained.pages) throw new Error(`Responses were late or wrong at every number of pages: ${sustained.delays}`);
  const baseline = 'a bare Fastify route';
  return [
    { name: 'QR polls', value: polls.perSecond, baseline, baselineValue: bareRoute.perSecond, unit: '/s' },
    { name: 'CPU time of a QR poll', value: polls.cpu, baseline, baselineValue: bareRoute.cpu, unit: 'µs' },
    {
      name: 'open QR pages',
      value: sustained.pages,
      baseline: `goal; ${sustained.delays}`,
      baselineValue: 10_000,
      unit: '',
    },
  ];
}

/** The highest rate and the lowest CPU time of both, and how many pages one process sustains, at most `pageCount`. */
export async function comparePolls(
  origin: string,
  { pageCount: count, duration: milliseconds, rounds }: { pageCount: number; duration: number; rounds: number },
) {
  const { child: bareRoute, origin: bareOrigin } = await startBare('bare-route.ts');
  const pool = await openConnections(origin, concurrency);
  const barePool = await openConnections(bareOrigin, concurrency);
  try {
    const polls = { requests: (await openPages(pool, count)).map(({ poll }) => poll), isCorrect: isPending };
    const bareRequests = {
      requests: [request('/', 1)],
      isCorrect: (response: string) => response.startsWith('HTTP/1.1 200'),
    };
    const results: Record<'polls' | 'bareRoute', Throughput[]> = { polls: [], bareRoute: [] };
    // Measures both alternately, so that a period of noise affects both.
    for (let round = 0; round < rounds; round++) {
      results.bareRoute.push(await throughput(barePool, bareRequests, milliseconds, () => cpuOfChild(bareRoute)));
      results.polls.push(await throughput(pool, polls, milliseconds, () => cpuOfService(origin)));
    }
    const best = (list: Throughput[]) => ({
      perSecond: Math.max(...list.map(({ perSecond }) => perSecond)),
      cpu: Math.min(...list.map(({ cpu }) => cpu)),
      wrong: list.reduce((sum, { wrong }) => sum + wrong, 0),
    });
    const sustained = await sustainedPages(pool, polls, best(results.polls).perSecond);
    return { polls: best(results.polls), bareRoute: best(results.bareRoute), sustained };
  } finally {
    pool.close();
    barePool.close();
    bareRoute.kill();
  }
}

interface Throughput {
  perSecond: number;
  cpu: number;
  wrong: number;
}

async function throughput(
  pool: Pool,
  load: Load,
  milliseconds: number,
  readCpu: () => Promise<number>,
): Promise<Throughput> {
  const before = await readCpu();
  const { perSecond, received, wrong } = await sendContinuously(pool, { ...load, concurrency, duration: milliseconds });
  return { perSecond, cpu: ((await readCpu()) - before) / received, wrong };
}

/**
 * Finds the highest number of pages that get every response correct and in time, starting from the peak throughput; 0 if
 * there is none.
 */
async function sustainedPages(pool: Pool, { requests, isCorrect }: Load, perSecond: number) {
  const highest = Math.min(requests.length, Math.floor((perSecond * interval) / 1000));
  const attempts: string[] = [];
  for (let share = 1; share > 0.3; share -= 0.1) {
    const count = share === 1 ? highest : Math.floor((highest * share) / 100) * 100;
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
  return { pages: 0, delays: attempts.join('; ') };
}

export const isPending = (response: string) => response.includes('"code":400,') && response.includes('"scanned":false');
