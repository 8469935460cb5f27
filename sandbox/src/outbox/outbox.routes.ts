import type { FastifyInstance } from 'fastify';
import { eventStreams } from '../http/event-stream.ts';
import type { Outbox } from './outbox.ts';

export async function outboxRoutes(app: FastifyInstance, { outbox }: { outbox: Outbox }) {
  const stream = eventStreams(app);

  app.get<{ Querystring: { to?: unknown } }>('/outbox', async ({ query: { to } }, reply) => {
    if (to !== undefined && typeof to !== 'string') return reply.code(400).send({ problem: 'to: give it once' });
    return { messages: outbox.sent(to) };
  });

  app.get('/live', (_request, reply) => stream(reply, (send) => outbox.watch(send)));
}
