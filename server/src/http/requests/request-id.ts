import type { FastifyInstance } from 'fastify';
import type { Random } from '../../platform/random.ts';

/** Not counted: the ID is in every answer, and would tell how many requests there were. */
export const requestIds = (random: Random) => () => random.token(9);

/** Every answer has the ID of its request, by which people and operators find its log lines. */
export function identifyRequests(server: FastifyInstance) {
  server.addHook('onRequest', (request, reply, done) => {
    void reply.header('X-Request-Id', request.id);
    done();
  });
}
