import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** What the route of all pages and files has answered with. */
    routeLabel?: string | undefined;
  }
}

/** The route pattern, for logs, metrics and traces: a URL may contain personal data. */
export const routeLabelOf = (request: FastifyRequest) =>
  request.is404 ? 'unknown' : (request.routeLabel ?? request.routeOptions.url ?? 'unknown');
