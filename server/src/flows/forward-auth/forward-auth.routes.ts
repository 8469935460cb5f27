import { identityHeaders, verifySession } from '@foyer/contract/flows/forward-auth';
import { pageRoutes } from '@foyer/contract/pages/page-routes';
import { allowedRedirect } from '@foyer/contract/rules/redirect-rules';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { refuse, succeed } from '../../http/envelope.ts';
import { refuseOtherMethods } from '../../http/guards.ts';
import { sessionCookieName } from '../../http/request-context.ts';
import type { Services } from '../../services.ts';
import { createApplicationTokens } from './application-tokens.ts';
import { identityOf } from './identity.ts';

/**
 * What a reverse proxy asks before it passes a request on to an application. There is no limit by IP: a page of the
 * application makes as many requests as it has pictures, and each is checked.
 */
export async function forwardAuthRoutes(app: FastifyInstance, { services }: { services: Services }) {
  const { config, log, metrics, oidc, stores } = services;
  const { forwardAuth, publicUrl, redirectAllowlist } = config;
  const cookie = sessionCookieName(config.secure);
  const originByHost = new Map(
    [...redirectAllowlist.allowed, publicUrl].map((origin) => [new URL(origin).host, origin]),
  );
  const tokenFor = oidc && forwardAuth.headers.includes('token') ? createApplicationTokens(services, oidc) : undefined;
  const refuseTheRest = refuseOtherMethods(app);

  app.get(verifySession.path, { config: { unlogged: true } }, async (request, reply) => {
    void reply.header('Cache-Control', 'no-store');
    const query = v.safeParse(verifySession.request, request.query);
    if (!query.success) return refuse(request, reply, 'malformed');
    const origin = originByHost.get(request.host.toLowerCase());
    if (origin === undefined) return refuseHost(request, reply);
    const found = await stores.sessionChecks.find(request.cookies[cookie]);
    if (!found) {
      metrics.sessionCheck('notSignedIn');
      void reply.header('Location', signInUrl(request, origin));
      const redirects = query.output.signIn === 'redirect' && opensPage(request);
      return refuse(request, reply, 'notSignedIn', redirects ? { status: 303 } : {});
    }
    metrics.sessionCheck('signedIn');
    const { headers, claims } = identityOf(found, forwardAuth);
    if (tokenFor) headers[identityHeaders.token] = await tokenFor(found.session.id, new URL(origin).host, claims);
    return succeed(request, reply.headers(headers), null);
  });
  refuseTheRest();

  /** An application on a host that we do not know could neither be returned to nor be named in a token. */
  function refuseHost(request: FastifyRequest, reply: FastifyReply) {
    metrics.sessionCheck('otherHost');
    log.warn({
      event: 'otherHost',
      id: request.id,
      hint: 'the proxy must send the host of PUBLIC_URL or of ALLOWED_REDIRECTS, and be one of TRUSTED_PROXIES if it sends X-Forwarded-Host',
    });
    return refuse(request, reply, 'forbidden');
  }

  /** The sign-in page, which returns to the URL that the browser asked the application for. */
  function signInUrl({ headers }: FastifyRequest, origin: string) {
    const path = headers['x-forwarded-uri'];
    const asked =
      typeof path === 'string' && path.startsWith('/')
        ? allowedRedirect(`${origin}${path}`, redirectAllowlist)
        : undefined;
    return `${publicUrl}${pageRoutes.login}${asked ? `?${new URLSearchParams({ redirectUrl: asked })}` : ''}`;
  }
}

/** Only a page can be replaced by the sign-in page; a script expects 401, and a form that was sent would be lost. */
function opensPage({ headers }: FastifyRequest): boolean {
  const method = headers['x-forwarded-method'] ?? 'GET';
  const mode = headers['sec-fetch-mode'];
  return method === 'GET' && (mode === undefined ? (headers.accept ?? '').includes('text/html') : mode === 'navigate');
}
