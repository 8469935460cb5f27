import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Server-sent events. The streams end when the server closes: an open stream would keep the service from stopping. */
export function eventStreams(server: FastifyInstance) {
  const open = new Set<Readable>();
  server.addHook('preClose', async () => {
    for (const stream of open) stream.push(null);
  });
  return (reply: FastifyReply, subscribe: (send: (data: unknown) => void) => () => void) => {
    const stream = new Readable({ read() {} });
    // Sent at once, so that the client knows it is connected before the first event.
    stream.push('retry: 1000\n\n');
    const unsubscribe = subscribe((data) => stream.push(`data: ${JSON.stringify(data)}\n\n`));
    open.add(stream);
    stream.on('close', () => {
      unsubscribe();
      open.delete(stream);
    });
    return reply.header('content-type', 'text/event-stream').header('cache-control', 'no-store').send(stream);
  };
}
