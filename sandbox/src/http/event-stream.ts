import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Streams of events for listeners; they end with the service, which could not stop before. */
export function eventStreams(app: FastifyInstance) {
  const open = new Set<Readable>();
  app.addHook('preClose', async () => {
    for (const events of open) events.push(null);
  });
  return (reply: FastifyReply, watch: (tell: (told: unknown) => void) => () => void) => {
    const events = new Readable({ read() {} });
    // Sent at once, so that the listener knows it is connected before anything happens.
    events.push('retry: 1000\n\n');
    const stop = watch((told) => events.push(`data: ${JSON.stringify(told)}\n\n`));
    open.add(events);
    events.on('close', () => {
      stop();
      open.delete(events);
    });
    return reply.header('content-type', 'text/event-stream').header('cache-control', 'no-store').send(events);
  };
}
