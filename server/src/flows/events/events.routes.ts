import { type PageEvent, event, trackEvents } from '@foyer/contract/flows/events';
import { events as limits } from '@foyer/contract/event-limits';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { Services } from '../../services.ts';
import { clientIpOf } from '../../http/requests/client-ip.ts';
import { succeed } from '../../http/answers/envelope.ts';

/** Analytics beacons from one client IP; more are dropped. */
export const beacon = { maxBytes: 16 * 1024, perMinute: 60 } as const;

/** The page sends beacons and reads no response, so events that cannot be counted are dropped without an error. */
export async function eventsRoutes(server: FastifyInstance, { stores, eventRateLimit, backgroundTasks }: Services) {
  const types = ['text/plain', 'application/json'];
  server.removeContentTypeParser(types);
  server.addContentTypeParser(
    types,
    { parseAs: 'string', bodyLimit: beacon.maxBytes },
    async (_: unknown, body: string) => readEvents(body),
  );

  server.route<{ Body: PageEvent[] | undefined }>({
    method: trackEvents.method,
    url: trackEvents.path,
    async handler(request, reply) {
      const events = request.body ?? [];
      const isCounted = !hasOptedOut(request) && (await eventRateLimit(clientIpOf(request).key)) === undefined;
      if (isCounted) backgroundTasks.run('eventsNotCounted', () => stores.eventCounts.add(events));
      return succeed(request, reply, null);
    },
  });
}

/** Do Not Track or Global Privacy Control. */
const hasOptedOut = ({ headers }: FastifyRequest) => headers['dnt'] === '1' || headers['sec-gpc'] === '1';

function readEvents(body: string): PageEvent[] {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), v.object({ events: v.array(v.unknown()) })), body);
  if (!read.success) return [];
  return read.output.events
    .slice(0, limits.batchSize)
    .map((one) => v.safeParse(event, one))
    .flatMap(({ success, output }) => (success ? [output] : []));
}
