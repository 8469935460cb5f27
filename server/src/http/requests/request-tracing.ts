import type { FastifyInstance, FastifyRequest } from 'fastify';
import { routeLabelOf } from './route-label.ts';
import { runInScope } from '../../platform/request-scope.ts';
import type { Span, Tracer } from '../../platform/traces.ts';

interface RequestTracingOptions {
  /** Undefined where traces are not configured. */
  tracer: Tracer | undefined;
  /** A proxy of the operator is in front, so that a trace context in the headers is not one of a client. */
  behindProxy: boolean;
}

/** Stores the request ID and span in the request scope, for logs and outgoing calls. */
export function traceRequests(server: FastifyInstance, { tracer, behindProxy }: RequestTracingOptions) {
  const spans = new WeakMap<FastifyRequest, Span>();

  server.addHook('onRequest', (request, _, done) => {
    const { traceparent } = request.headers;
    const continued = behindProxy && typeof traceparent === 'string' ? traceparent : undefined;
    const span = tracer?.startRequest(continued);
    if (span) spans.set(request, span);
    runInScope({ requestId: request.id, span }, done);
  });

  if (!tracer) return;
  server.addHook('onResponse', (request, reply, done) => {
    const route = routeLabelOf(request);
    spans.get(request)?.end({
      name: `${request.method} ${route}`,
      failed: reply.statusCode >= 500,
      attributes: {
        'http.request.method': request.method,
        'http.route': route,
        'http.response.status_code': reply.statusCode,
        'foyer.request_id': request.id,
      },
    });
    done();
  });
}
