import { openConnections } from '../client/connection-pool.ts';
import { sendContinuously } from '../client/load-generator.ts';
import { request } from '../client/qr-pages.ts';
import { withService } from '../client/service.ts';
import { startBare } from './bare-process.ts';
import type { Comparison } from './benchmark.ts';

const load = { concurrency: 32, duration: 6000 };

/** Compares the cheapest call, which has the checks and headers of every call, with a route that does nothing. */
export const measureCalls = () =>
  withService(async (origin): Promise<[Comparison]> => {
    const { child: bareRoute, origin: bareOrigin } = await startBare('bare-route.ts');
    const call: number[] = [];
    const bare: number[] = [];
    // Measures both alternately, so that a period of noise affects both.
    for (let round = 0; round < 2; round++) {
      bare.push(await requestsPerSecond(bareOrigin, '/'));
      call.push(await requestsPerSecond(origin, '/api/user/accounts/me'));
    }
    bareRoute.kill();
    return [
      {
        name: 'cheapest call',
        value: Math.max(...call),
        baseline: 'a bare Fastify route',
        baselineValue: Math.max(...bare),
        unit: '/s',
      },
    ];
  });

async function requestsPerSecond(origin: string, path: string) {
  const pool = await openConnections(origin, load.concurrency);
  const isCorrect = (response: string) => /^HTTP\/1\.1 (200|401)/.test(response);
  const { perSecond, wrong } = await sendContinuously(pool, { requests: [request(path, 1)], isCorrect, ...load });
  pool.close();
  if (wrong) throw new Error(`${wrong} requests to ${path} failed`);
  return perSecond;
}
