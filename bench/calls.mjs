import autocannon from 'autocannon';
import { withService } from './service.mjs';
import { startBareRoute } from './start-bare-route.mjs';

const load = { connections: 32, duration: 6 };

/** Compares the cheapest call, which has the checks and headers of every call, with a route that does nothing. */
export const measureCalls = () =>
  withService(async (origin) => {
    const { child: bareRoute, origin: bareOrigin } = await startBareRoute();
    const rates = { call: [], bareRoute: [] };
    // Measures both alternately, so that a period of noise affects both.
    for (let round = 0; round < 2; round++) {
      rates.bareRoute.push(await requestsPerSecond(`${bareOrigin}/`));
      rates.call.push(await requestsPerSecond(`${origin}/api/user/accounts/me`));
    }
    bareRoute.kill();
    return [
      {
        name: 'cheapest call',
        value: Math.max(...rates.call),
        baseline: 'a bare Fastify route',
        baselineValue: Math.max(...rates.bareRoute),
        unit: '/s',
      },
    ];
  });

async function requestsPerSecond(url) {
  const { requests, errors } = await autocannon({ ...load, url });
  if (errors) throw new Error(`${errors} requests to ${url} failed`);
  return requests.average;
}
