import type { FastifyInstance, FastifyRequest } from 'fastify';
import { clientIpOf } from './requests/client-ip.ts';
import type { RateLimit } from '../cache/rate-limit.ts';
import { refuse } from './answers/envelope.ts';
import type { Log } from '../platform/log.ts';

const loopbackHosts = ['localhost', '127.0.0.1', '[::1]'];

/** Our own origins: the public one and, on localhost, its other spellings. */
function ownOrigins(publicUrl: string): string[] {
  const { protocol, hostname, port } = new URL(publicUrl);
  const hosts = loopbackHosts.includes(hostname) ? loopbackHosts : [hostname];
  return hosts.map((host) => `${protocol}//${host}${port && `:${port}`}`);
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A form of another site may post here; the route verifies the content and reads no cookies. */
    allowCrossSite?: boolean;
    /** The handler counts the call for the limit per client IP. */
    countsItself?: boolean;
  }
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Prevents cross-site request forgery: browsers send Sec-Fetch-Site and Origin, which no page can forge. A client that
 * sends neither is not a browser and has no cookies of a person.
 */
export function refuseCrossSiteRequests(server: FastifyInstance, publicUrl: string, log: Log) {
  const own = ownOrigins(publicUrl);
  const isCrossSite = ({ headers }: FastifyRequest) => {
    const site = headers['sec-fetch-site'];
    return (
      (site !== undefined && site !== 'same-origin') || (headers.origin !== undefined && !own.includes(headers.origin))
    );
  };
  server.addHook('onRequest', (request, reply, done) => {
    if (safeMethods.has(request.method) || request.routeOptions.config.allowCrossSite || !isCrossSite(request))
      return done();
    log.warn({ event: 'otherSite', id: request.id, hint: 'the request came from an origin other than PUBLIC_URL' });
    void refuse(request, reply, 'forbidden');
  });
}

/** Prevents DNS rebinding: a foreign host name that resolves to us would be same-origin with a foreign page. */
export function refuseOtherHosts(server: FastifyInstance, publicUrl: string) {
  const hosts = ownOrigins(publicUrl).map((origin) => new URL(origin).host);
  server.addHook('onRequest', async (request, reply) => {
    if (!hosts.includes(request.host)) return refuse(request, reply, 'forbidden');
  });
}

export function limitCalls(server: FastifyInstance, limit: RateLimit) {
  server.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.countsItself) return done();
    limit(clientIpOf(request).key).then((retryAfter) => {
      if (retryAfter === undefined) done();
      else void refuse(request, reply, 'tooManyRequests', { data: { retryAfter } });
    }, done);
  });
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Collects the routes from here on; call the returned function after the last one. */
export function refuseOtherMethods(server: FastifyInstance) {
  const known = new Map<string, Set<string>>();
  server.addHook('onRoute', ({ routePath, method }) => {
    const seen = known.get(routePath) ?? new Set();
    for (const one of [method].flat()) seen.add(one);
    known.set(routePath, seen);
  });
  return () => {
    for (const [url, seen] of known) {
      const allow = [...seen].join(', ');
      server.route({
        url,
        prefixTrailingSlash: 'slash',
        method: methods.filter((method) => !seen.has(method)),
        onRequest: async (request, reply) =>
          refuse(request, reply.header('Allow', allow), 'malformed', { status: 405 }),
        handler: async () => {},
      });
    }
  };
}
