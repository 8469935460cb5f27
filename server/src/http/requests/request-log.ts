import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { clientIpOf } from './client-ip.ts';
import { routeLabelOf } from './route-label.ts';
import type { Log } from '../../platform/log.ts';
import type { Metrics } from '../../platform/metrics.ts';

/** One log line and one measurement per request. */
export function logRequests(server: FastifyInstance, log: Log, metrics: Metrics) {
  server.addHook('onResponse', (request, reply, done) => {
    logRequest(request, reply);
    done();
  });

  function logRequest(request: FastifyRequest, reply: FastifyReply) {
    const route = routeLabelOf(request);
    metrics.request(route, request.method, reply.statusCode, reply.elapsedTime / 1000);
    if (!log.isLevelEnabled('info')) return;
    const account = request.loggedAccount;
    log.info({
      event: 'request',
      id: request.id,
      method: request.method,
      route,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      address: clientIpOf(request).masked,
      ...(account && { account }),
    });
  }
}
