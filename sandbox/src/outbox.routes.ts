import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { Outbox } from './outbox.ts';

export async function outboxRoutes(app: FastifyInstance, { outbox }: { outbox: Outbox }) {
  const open = new Set<Readable>();

  app.get<{ Querystring: { to?: unknown } }>('/outbox', async ({ query: { to } }, reply) => {
    if (to !== undefined && typeof to !== 'string') return reply.code(400).send({ problem: 'to: give it once' });
    return { messages: outbox.sent(to) };
  });

  app.get('/live', (_request, reply) => {
    const events = new Readable({ read() {} });
    // Sent at once, so that the listener knows it is connected before anything happens.
    events.push('retry: 1000\n\n');
    const stop = outbox.watch((sent) => events.push(`data: ${JSON.stringify(sent)}\n\n`));
    open.add(events);
    events.on('close', () => {
      stop();
      open.delete(events);
    });
    return reply.header('content-type', 'text/event-stream').header('cache-control', 'no-store').send(events);
  });

  // A listener never leaves by itself, and the service could not stop before it does.
  app.addHook('preClose', async () => {
    for (const events of open) events.push(null);
  });
}
