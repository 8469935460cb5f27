import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { nodeOptions } from './service.mjs';

/** Starts a Fastify route that does nothing, in a process of its own with the options of the service. */
export async function startBareRoute() {
  const child = fork(fileURLToPath(new URL('bare-route.mjs', import.meta.url)), { execArgv: nodeOptions });
  const [origin] = await once(child, 'message');
  return { child, origin };
}
