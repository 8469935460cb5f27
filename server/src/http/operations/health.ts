import type { FastifyInstance } from 'fastify';
import type { Database } from '../../database/database.ts';
import type { Redis } from '../../cache/redis.ts';
import { readiness } from '../../platform/metrics.ts';

export interface HealthOptions {
  database: Database;
  redis: Redis | undefined;
  isDraining(): boolean;
}

export function healthRoutes(server: FastifyInstance, { database, redis, isDraining }: HealthOptions) {
  server.get('/healthz', async (_, reply) => reply.header('Cache-Control', 'no-store').send({ alive: true }));

  server.get('/readyz', async (_, reply) => {
    const [state, redisAnswer] = await Promise.all([
      inTime(database.state()),
      redis ? inTime(redis.client.ping()) : 'PONG',
    ]);
    const draining = isDraining();
    const ready = state === 'writable' && !draining;
    return (
      reply
        .status(ready ? 200 : 503)
        .header('Cache-Control', 'no-store')
        // Everything works without Redis, so its loss must not take every node out of the load balancer.
        .send({
          ready,
          ...(draining && { draining }),
          ...(state !== 'writable' && { database: state ?? 'away' }),
          ...(redisAnswer === undefined && { degraded: ['redis'] }),
        })
    );
  });
}

/** Undefined after an error, or without an answer in time. */
async function inTime<Answer>(response: Promise<Answer>): Promise<Answer | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<undefined>(
    (resolve) => (timer = setTimeout(() => resolve(undefined), readiness.timeout)),
  );
  try {
    return await Promise.race([response, timedOut]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
