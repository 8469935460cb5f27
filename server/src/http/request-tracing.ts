import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type RequestScope, runInScope } from '../platform/request-scope.ts';
import type { Tracer } from '../platform/traces.ts';

interface RequestTracingOptions {
  /** Undefined where traces are not configured. */
  tracer: Tracer | undefined;
  /** A proxy of the operator is in front, so that a trace context in the headers is not one of a client. */
  behindProxy: boolean;
}

/** Lets the code that serves a request know its ID, which calls to outside services carry, and its trace. */
export function traceRequests(app: FastifyInstance, { tracer, behindProxy }: RequestTracingOptions) {
  const scopes = new WeakMap<FastifyRequest, RequestScope>();

  app.addHook('onRequest', (request, _, done) => {
    const { traceparent } = request.headers;
    const continued = behindProxy && typeof traceparent === 'string' ? traceparent : undefined;
    const scope = { requestId: request.id, span: tracer?.startRequest(continued) };
    scopes.set(request, scope);
    runInScope(scope, done);
  });
  // The body is read by events of the connection, which do not belong to the request that the scope was opened for.
  app.addHook('preValidation', (request, _, done) => {
    const scope = scopes.get(request);
    if (scope) runInScope(scope, done);
    else done();
  });

  if (!tracer) return;
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.is404 ? 'unknown' : (request.routeOptions.url ?? 'unknown');
    scopes.get(request)?.span?.end({
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
