import type { FastifyInstance } from 'fastify';
import { type Fault, faultModes, isFaultMode } from './fault.ts';
import { replyToForm, fieldsOf } from '../http/request-body.ts';

interface Switch {
  /** Where it is found. */
  at: string;
  /** The page it stands in, named from where the sandbox begins. */
  page: string;
  fault: Fault;
}

export async function faultRoutes(app: FastifyInstance, { at, page, fault }: Switch) {
  app.get(at, async () => ({ mode: fault.mode() }));

  app.post(at, async (request, reply) => {
    const { mode } = fieldsOf(request.body);
    if (!isFaultMode(mode)) return reply.code(400).send({ problem: `mode: one of ${faultModes.join(', ')}` });
    fault.set(mode);
    return replyToForm(request, reply, page, { mode });
  });

  // Whoever is kept waiting is let go, so that the service can stop.
  app.addHook('preClose', async () => fault.set('working'));
}
