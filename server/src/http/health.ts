import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/database.ts';
import type { Redis } from '../cache/redis.ts';
import { readiness } from '../platform/service-limits.ts';

export function healthRoutes(app: FastifyInstance, database: Database, redis: Redis | undefined) {
  app.get('/healthz', async (_, reply) => reply.header('Cache-Control', 'no-store').send({ alive: true }));

  app.get('/readyz', async (_, reply) => {
    const answers = await Promise.all([soon(database.time()), redis ? soon(redis.client.ping()) : true]);
    const ready = answers.every(Boolean);
    return reply
      .status(ready ? 200 : 503)
      .header('Cache-Control', 'no-store')
      .send({ ready });
  });
}

async function soon(answer: Promise<unknown>): Promise<boolean> {
  let late: NodeJS.Timeout | undefined;
  const never = new Promise<false>((give) => (late = setTimeout(() => give(false), readiness.timeout)));
  try {
    return await Promise.race([answer.then(() => true), never]);
  } catch {
    return false;
  } finally {
    clearTimeout(late);
  }
}
