import { verifySession } from '@foyer/contract/flows/forward-auth';
import { pageRoutes } from '@foyer/contract/pages/page-routes';
import { resultCodes } from '@foyer/contract/result-codes';
import { allowedRedirect } from '@foyer/contract/rules/redirect-rules';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { refuse } from '../../http/answers/envelope.ts';
import { refuseOtherMethods } from '../../http/guards.ts';
import type { SecurityHeaders } from '../../http/answers/headers.ts';
import { sessionCookieName } from '../../http/requests/request-context.ts';
import type { Services } from '../../services.ts';
import { createIdentityHeaders } from './identity-headers.ts';

interface ForwardAuthOptions {
  services: Services;
  headers: SecurityHeaders;
  isDraining(): boolean;
}

/** A proxy reads the headers alone. */
const body = JSON.stringify({ code: resultCodes.done, message: '', data: null });
const headersOfBody = [
  'Content-Type',
  'application/json; charset=utf-8',
  'Content-Length',
  `${body.length}`,
  'Cache-Control',
  'no-store',
];
const noCookies = {};

/**
 * What a reverse proxy asks before it passes a request on to an application. Every request of the application waits for it,
 * so it does without the hooks of other routes. It has no limit by IP, because a page of the application makes as many
 * requests as it has pictures, and no log line, because the proxy writes one.
 */
export async function forwardAuthRoutes(server: FastifyInstance, options: ForwardAuthOptions) {
  const { services, headers, isDraining } = options;
  const { config, log, metrics, stores } = services;
  const { publicUrl, redirectAllowlist } = config;
  const sessionToken = new RegExp(`(?:^|; ?)${sessionCookieName(config.secure)}=([^;]*)`);
  const originByHost = new Map(
    [...redirectAllowlist.allowed, publicUrl].map((origin) => [new URL(origin).host, origin]),
  );
  const headersFor = createIdentityHeaders(services, headersOfBody);
  const refuseTheRest = refuseOtherMethods(server);
  server.addHook('onRequest', (request, reply, done) => {
    request.cookies = noCookies;
    if (request.method !== 'GET') void reply.headers(headers.common);
    done();
  });

  server.get(verifySession.path, async (request, reply) => {
    const host = request.host.toLowerCase();
    const origin = originByHost.get(host);
    if (origin === undefined) return refuseHost(request, reply);
    const found = await stores.sessionChecks.find(sessionToken.exec(request.headers.cookie ?? '')?.[1]);
    if (!found) return askToSignIn(request, reply, origin);
    const lines = await headersFor(found, host);
    void reply.hijack();
    reply.raw.writeHead(200, isDraining() ? [...lines, 'Connection', 'close'] : lines).end(body);
    count('signedIn', reply);
    return reply;
  });
  refuseTheRest();

  const count = (result: string, { elapsedTime }: FastifyReply) => metrics.sessionCheck(result, elapsedTime / 1000);

  /** An application on a host that we do not know could neither be returned to nor be named in a token. */
  function refuseHost(request: FastifyRequest, reply: FastifyReply) {
    count('otherHost', reply);
    log.warn({
      event: 'otherHost',
      id: request.id,
      hint: 'the proxy must send the host of PUBLIC_URL or of ALLOWED_REDIRECTS, and be one of TRUSTED_PROXIES if it sends X-Forwarded-Host',
    });
    return refuse(request, reply.headers(headers.common), 'forbidden');
  }

  function askToSignIn(request: FastifyRequest, reply: FastifyReply, origin: string) {
    count('notSignedIn', reply);
    void reply.headers(headers.common);
    const query = v.safeParse(verifySession.request, request.query);
    if (!query.success) return refuse(request, reply, 'malformed');
    void reply.header('Location', signInUrl(request, origin));
    const redirects = query.output.signIn === 'redirect' && opensPage(request);
    return refuse(request, reply, 'notSignedIn', redirects ? { status: 303 } : {});
  }

  /** The sign-in page, which returns to the URL that the browser asked the application for. */
  function signInUrl(request: FastifyRequest, origin: string) {
    const path = request.headers['x-forwarded-uri'];
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
