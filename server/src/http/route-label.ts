import type { FastifyRequest } from 'fastify';

/** The route pattern, for logs, metrics and traces: a URL may contain personal data. */
export const routeLabelOf = (request: FastifyRequest) =>
  request.is404 ? 'unknown' : (request.routeOptions.url ?? 'unknown');
