import type { FastifyInstance } from 'fastify';
import { sendPage } from '../pages/send-page.ts';
import type { EventCounts } from './funnel.ts';
import { funnelPage } from './funnel-page.ts';

export async function funnelRoutes(app: FastifyInstance, { eventCounts }: { eventCounts: EventCounts }) {
  app.get('/events', async (request, reply) => {
    const counts = await eventCounts();
    return sendPage({ app, request, reply }, (view) => funnelPage(counts, view));
  });
}
