import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/database.ts';
import type { Redis } from '../cache/redis.ts';
import { readiness } from '../platform/service-limits.ts';

export interface HealthOptions {
  database: Database;
  redis: Redis | undefined;
  isDraining(): boolean;
}

export function healthRoutes(app: FastifyInstance, { database, redis, isDraining }: HealthOptions) {
  app.get('/healthz', async (_, reply) => reply.header('Cache-Control', 'no-store').send({ alive: true }));

  app.get('/readyz', async (_, reply) => {
    const [databaseAnswers, redisAnswers] = await Promise.all([
      answersInTime(database.time()),
      redis ? answersInTime(redis.client.ping()) : true,
    ]);
    const draining = isDraining();
    const ready = databaseAnswers && !draining;
    return (
      reply
        .status(ready ? 200 : 503)
        .header('Cache-Control', 'no-store')
        // Everything works without Redis, so its loss must not take every node out of the load balancer.
        .send({ ready, ...(draining && { draining }), ...(!redisAnswers && { degraded: ['redis'] }) })
    );
  });
}

async function answersInTime(response: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<false>((resolve) => (timer = setTimeout(() => resolve(false), readiness.timeout)));
  try {
    return await Promise.race([response.then(() => true), timedOut]);
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}
