import type { FastifyInstance } from 'fastify';
import { replyToForm } from './http/request-body.ts';

/** `POST /reset` brings the whole demonstration back to its first state. */
export async function resetRoutes(app: FastifyInstance, { reset }: { reset: () => Promise<void> }) {
  app.post('/reset', async (request, reply) => {
    await reset();
    return replyToForm(request, reply, '', { reset: true });
  });
}
