import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isEqualInConstantTime } from '../../platform/constant-time.ts';
import type { Metrics } from '../../platform/metrics.ts';

interface MetricsRouteOptions {
  token: string | undefined;
  /** Without a token: this machine alone, or every client that can reach the port. */
  openTo: 'thisMachine' | 'everyClient';
}

/** Requires the token; if none is configured, `openTo` decides. Other requests get a 404. */
export function metricsRoute(server: FastifyInstance, metrics: Metrics, { token, openTo }: MetricsRouteOptions) {
  const isAllowed = (request: FastifyRequest) =>
    token
      ? isEqualInConstantTime(request.headers.authorization ?? '', `Bearer ${token}`)
      : openTo === 'everyClient' || isLocal(request);
  server.get('/metrics', async (request, reply) => {
    if (!isAllowed(request)) return reply.callNotFound();
    return reply
      .type(metrics.contentType)
      .header('Cache-Control', 'no-store')
      .send(await metrics.text());
  });
}

/** A direct request from this machine, not one that a proxy forwards. */
const isLocal = ({ socket, headers }: FastifyRequest) =>
  /^(::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? '') &&
  headers.forwarded === undefined &&
  headers['x-forwarded-for'] === undefined;
