import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { withService } from './service.mjs';

const load = { connections: 32, duration: 6 };

/** The cheapest call, with all the checks and headers of any call, beside a route that does nothing. */
export const measureCalls = () =>
  withService(async (origin) => {
    const bare = fork(fileURLToPath(new URL('bare-route.mjs', import.meta.url)));
    const [bareOrigin] = await once(bare, 'message');
    // In turns, so that a noisy minute falls on both.
    const ours = [];
    const theirs = [];
    for (let round = 0; round < 2; round++) {
      theirs.push(await requests(`${bareOrigin}/`));
      ours.push(await requests(`${origin}/api/user/accounts/me`));
    }
    bare.kill();
    const best = (figures) => Math.max(...figures);
    return [
      { what: 'cheapest call', ours: best(ours), beside: 'a bare Fastify route', theirs: best(theirs), unit: '/s' },
    ];
  });

async function requests(url) {
  const { requests: figures, errors } = await autocannon({ ...load, url });
  if (errors) throw new Error(`${errors} requests to ${url} failed`);
  return figures.average;
}
