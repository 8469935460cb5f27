import type { FastifyInstance } from 'fastify';
import { fieldsOf, replyToForm } from '../http/request-body.ts';
import { type Fault, faultModes, isFaultMode } from './fault.ts';

interface FaultRouteOptions {
  path: string;
  /** The page with the form that sets the mode, below the sandbox's prefix. */
  page: string;
  fault: Fault;
}

export async function faultRoutes(server: FastifyInstance, { path, page, fault }: FaultRouteOptions) {
  server.get(path, async () => ({ mode: fault.mode() }));

  server.post(path, async (request, reply) => {
    const { mode } = fieldsOf(request.body);
    if (!isFaultMode(mode)) return reply.code(400).send({ problem: `mode: one of ${faultModes.join(', ')}` });
    fault.set(mode);
    return replyToForm(request, reply, page, { mode });
  });

  // Ends delayed responses, so that the service can stop.
  server.addHook('preClose', async () => fault.set('working'));
}
