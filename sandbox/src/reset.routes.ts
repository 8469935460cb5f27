import type { FastifyInstance } from 'fastify';
import { replyToForm } from './http/request-body.ts';

/** `POST /reset` brings the whole demonstration back to its first state. */
export async function resetRoutes(server: FastifyInstance, { reset }: { reset: () => Promise<void> }) {
  server.post('/reset', async (request, reply) => {
    await reset();
    return replyToForm(request, reply, '', { reset: true });
  });
}
