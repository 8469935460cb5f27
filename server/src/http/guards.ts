import type { FastifyInstance, FastifyRequest } from 'fastify';
import { clientIpOf } from './client-ip.ts';
import type { RateLimit } from '../cache/rate-limit.ts';
import { refuse } from './envelope.ts';
import type { Log } from '../platform/log.ts';

const loopbackHosts = ['localhost', '127.0.0.1', '[::1]'];

/** The origins we answer to: the public one and, on one's own machine, its other names. */
function ownOrigins(publicUrl: string): string[] {
  const { protocol, hostname, port } = new URL(publicUrl);
  const hosts = loopbackHosts.includes(hostname) ? loopbackHosts : [hostname];
  return hosts.map((host) => `${protocol}//${host}${port && `:${port}`}`);
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Another site sends people here with a form; what it brings is believed for what it is, and no cookie is. */
    allowCrossSite?: boolean;
  }
}

const changesNothing = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Another site cannot act with a visitor's cookies: a browser says where a request comes from, in two ways that no page
 * can forge. Who says neither is no browser and has nobody's cookies.
 */
export function refuseOtherSites(app: FastifyInstance, publicUrl: string, log: Log) {
  const own = ownOrigins(publicUrl);
  const isForeign = ({ headers }: FastifyRequest) => {
    const site = headers['sec-fetch-site'];
    return (
      (site !== undefined && site !== 'same-origin') || (headers.origin !== undefined && !own.includes(headers.origin))
    );
  };
  app.addHook('onRequest', (request, reply, done) => {
    if (changesNothing.has(request.method) || request.routeOptions.config.allowCrossSite || !isForeign(request))
      return done();
    log.warn({ event: 'otherSite', id: request.id, hint: 'a page of ours is served from PUBLIC_URL alone' });
    void refuse(request, reply, 'forbidden');
  });
}

/** Kept from names that were made to point here: they would make another site's page look like one of ours. */
export function refuseOtherHosts(app: FastifyInstance, publicUrl: string) {
  const hosts = ownOrigins(publicUrl).map((origin) => new URL(origin).host);
  app.addHook('onRequest', async (request, reply) => {
    if (!hosts.includes(request.host)) return refuse(request, reply, 'forbidden');
  });
}

export function limitCalls(app: FastifyInstance, limit: RateLimit) {
  app.addHook('onRequest', async (request, reply) => {
    const retryAfter = await limit(clientIpOf(request).key);
    if (retryAfter !== undefined) return refuse(request, reply, 'tooManyRequests', { data: { retryAfter } });
  });
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Collects the routes from here on; call what it gives back after the last of them. */
export function refuseOtherMethods(app: FastifyInstance) {
  const known = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ routePath, method }) => {
    const seen = known.get(routePath) ?? new Set();
    for (const one of [method].flat()) seen.add(one);
    known.set(routePath, seen);
  });
  return () => {
    for (const [url, seen] of known) {
      const allow = [...seen].join(', ');
      app.route({
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
