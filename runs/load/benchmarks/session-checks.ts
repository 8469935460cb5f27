import { type Pool, openConnections } from '../client/connection-pool.ts';
import type { Comparison } from './benchmark.ts';
import { type Load, sendContinuously } from '../client/load-generator.ts';
import { cpuOfChild, cpuOfService } from '../client/processor-time.ts';
import { request } from '../client/qr-pages.ts';
import { withServiceOnServers } from '../client/service.ts';
import { sessionCookie, storeSessions } from '../client/stored-sessions.ts';
import { startBare } from './bare-process.ts';

const stored = 100_000;
/** People whose requests arrive in the same minute; each makes many. */
const active = 1000;
const concurrency = 64;
const duration = 5000;

/** Compares the check of a session for a reverse proxy with a route that does nothing, under the same load generator. */
export const measureSessionChecks = () =>
  withServiceOnServers(
    async (origin, runSql) => {
      await storeSessions(runSql, stored);
      return measure(origin);
    },
    { LOG_LEVEL: 'info' },
  );

type Name = 'bare' | 'active' | 'all';
interface Target extends Load {
  pool: Pool;
  readCpu: () => Promise<number>;
}
interface Throughput {
  perSecond: number;
  cpu: number;
}

async function measure(origin: string): Promise<Comparison[]> {
  const { child: bareRoute, origin: bareOrigin } = await startBare('bare-route.ts');
  const pool = await openConnections(origin, concurrency);
  const barePool = await openConnections(bareOrigin, concurrency);
  const loads: Record<Name, Target> = {
    bare: { pool: barePool, requests: [request('/', 1)], isCorrect: isOk, readCpu: () => cpuOfChild(bareRoute) },
    active: { pool, requests: checks(origin, active), isCorrect: passes, readCpu: () => cpuOfService(origin) },
    all: { pool, requests: checks(origin, stored), isCorrect: passes, readCpu: () => cpuOfService(origin) },
  };
  const results: Record<Name, Throughput[]> = { bare: [], active: [], all: [] };
  try {
    // The first request of a session signs a token for the minutes to come.
    await throughput(loads.active);
    // Measures all alternately, so that a period of noise affects all.
    for (let round = 0; round < 3; round++)
      for (const name of Object.keys(loads) as Name[]) results[name].push(await throughput(loads[name]));
  } finally {
    pool.close();
    barePool.close();
    bareRoute.kill();
  }
  const highestRate = (list: Throughput[]) => Math.max(...list.map(({ perSecond }) => perSecond));
  const lowestCpu = (list: Throughput[]) => Math.min(...list.map(({ cpu }) => cpu));
  const row = (name: string, load: Name, best: (list: Throughput[]) => number, unit: string) => ({
    name,
    value: best(results[load]),
    baseline: 'a bare Fastify route',
    baselineValue: best(results.bare),
    unit,
  });
  return [
    row('session checks', 'active', highestRate, '/s'),
    row('CPU time of a session check', 'active', lowestCpu, 'µs'),
    row('session checks, all new people', 'all', highestRate, '/s'),
    row('CPU time of such a check', 'all', lowestCpu, 'µs'),
  ];
}

const checks = (origin: string, people: number) =>
  Array.from({ length: people }, (_, n) =>
    request('/api/session/verify', n, sessionCookie(n + 1)).replace('Host: localhost', `Host: ${new URL(origin).host}`),
  );

const isOk = (response: string) => response.startsWith('HTTP/1.1 200');
const passes = (response: string) => isOk(response) && /\r\nx-foyer-token: /i.test(response);

async function throughput({ pool, readCpu, ...load }: Target): Promise<Throughput> {
  const before = await readCpu();
  const { perSecond, received, wrong } = await sendContinuously(pool, { ...load, concurrency, duration });
  if (wrong) throw new Error(`${wrong} of ${received} responses were wrong`);
  return { perSecond, cpu: ((await readCpu()) - before) / received };
}
