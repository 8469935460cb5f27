import { openConnections } from './connection-pool.mjs';
import { sendContinuously } from './load-generator.mjs';
import { cpuOfChild, cpuOfService } from './processor-time.mjs';
import { request } from './qr-pages.mjs';
import { withPostgresAndRedis, withService } from './service.mjs';
import { sessionCookie, storeSessions } from './stored-sessions.mjs';
import { startBareRoute } from './start-bare-route.mjs';

const stored = 100_000;
/** People whose requests arrive in the same minute; each makes many. */
const active = 1000;
const concurrency = 64;
const duration = 5000;

/** Compares the check of a session for a reverse proxy with a route that does nothing, under the same load generator. */
export const measureSessionChecks = () =>
  withPostgresAndRedis('session checks', (servers, runSql) =>
    withService(
      async (origin) => {
        await storeSessions(runSql, stored);
        return measure(origin);
      },
      { ...servers, LOG_LEVEL: 'info' },
    ),
  );

async function measure(origin) {
  const { child: bareRoute, origin: bareOrigin } = await startBareRoute();
  const pool = await openConnections(origin, concurrency);
  const barePool = await openConnections(bareOrigin, concurrency);
  const loads = {
    bare: { pool: barePool, requests: [request('/', 1)], isCorrect: isOk, readCpu: () => cpuOfChild(bareRoute) },
    active: { pool, requests: checks(origin, active), isCorrect: passes, readCpu: () => cpuOfService(origin) },
    all: { pool, requests: checks(origin, stored), isCorrect: passes, readCpu: () => cpuOfService(origin) },
  };
  const results = { bare: [], active: [], all: [] };
  try {
    // The first request of a session signs a token for the minutes to come.
    await throughput(loads.active);
    // Measures all alternately, so that a period of noise affects all.
    for (let round = 0; round < 3; round++)
      for (const [name, load] of Object.entries(loads)) results[name].push(await throughput(load));
  } finally {
    pool.close();
    barePool.close();
    bareRoute.kill();
  }
  const highestRate = (list) => Math.max(...list.map(({ perSecond }) => perSecond));
  const lowestCpu = (list) => Math.min(...list.map(({ cpu }) => cpu));
  const row = (name, load, best, unit) => ({
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

const checks = (origin, people) =>
  Array.from({ length: people }, (_, n) =>
    request('/api/session/verify', n, sessionCookie(n + 1)).replace('Host: localhost', `Host: ${new URL(origin).host}`),
  );

const isOk = (response) => response.startsWith('HTTP/1.1 200');
const passes = (response) => isOk(response) && /\r\nx-foyer-token: /i.test(response);

async function throughput({ pool, readCpu, ...load }) {
  const before = await readCpu();
  const { perSecond, received, wrong } = await sendContinuously(pool, { ...load, concurrency, duration });
  if (wrong) throw new Error(`${wrong} of ${received} responses were wrong`);
  return { perSecond, cpu: ((await readCpu()) - before) / received };
}
