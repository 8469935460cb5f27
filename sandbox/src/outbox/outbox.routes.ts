import type { FastifyInstance } from 'fastify';
import { eventStreams } from '../http/event-stream.ts';
import type { Outbox } from './outbox.ts';

/**
 * The policy of a mail shown in a frame, as a mail client would show it: no origin, no scripts, nothing loaded; a link opens
 * in a tab of its own. Mails are
 * styled by attributes, which only this keyword allows; without scripts and requests a style can do no harm.
 */
const mailPolicy =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'";

export async function outboxRoutes(server: FastifyInstance, { outbox }: { outbox: Outbox }) {
  const stream = eventStreams(server);

  server.get<{ Querystring: { to?: unknown } }>('/outbox', async ({ query: { to } }, reply) => {
    if (to !== undefined && typeof to !== 'string') return reply.code(400).send({ problem: 'to: give it once' });
    return { messages: outbox.sent(to) };
  });

  server.get<{ Params: { id: string } }>('/outbox/:id/mail', async ({ params }, reply) => {
    const message = outbox.find(params.id);
    if (message?.channel !== 'mail' || message.html === undefined)
      return reply.code(404).send({ problem: 'no such mail' });
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', mailPolicy)
      .header('x-frame-options', 'SAMEORIGIN')
      .send(message.html.replace('<head>', '<head>\n<base target="_blank">'));
  });

  server.get('/live', (_request, reply) => stream(reply, (send) => outbox.watch(send)));
}
