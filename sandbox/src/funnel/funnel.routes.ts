import type { FastifyInstance } from 'fastify';
import { sendPage } from '../pages/send-page.ts';
import type { EventCounts } from './funnel.ts';
import { funnelPage } from './funnel-page.ts';

export async function funnelRoutes(server: FastifyInstance, { eventCounts }: { eventCounts: EventCounts }) {
  server.get('/events', async (request, reply) => {
    const counts = await eventCounts();
    return sendPage({ server, request, reply }, (view) => funnelPage(counts, view));
  });
}
