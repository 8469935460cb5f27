import type { FastifyInstance } from 'fastify';
import { answerHand, fieldsOf } from '../hand-request.ts';
import { faultModes, isFaultMode, type SmsFault } from './sms-fault.ts';

export async function smsFaultRoutes(app: FastifyInstance, { fault }: { fault: SmsFault }) {
  app.get('/sms/fault', async () => ({ mode: fault.mode() }));

  app.post('/sms/fault', async (request, reply) => {
    const { mode } = fieldsOf(request.body);
    if (!isFaultMode(mode)) return reply.code(400).send({ problem: `mode: one of ${faultModes.join(', ')}` });
    fault.set(mode);
    return answerHand(request, reply, 'gateway', { mode });
  });

  // Whoever is kept waiting is let go, so that the service can stop.
  app.addHook('preClose', async () => fault.set('working'));
}
