import { languageCookie } from '@foyer/contract/language';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Interaction, InteractionResults, Provider } from 'oidc-provider';
import type { Config } from '../../config/config.ts';
import { limitCalls } from '../../http/guards.ts';
import type { SendProblem } from '../../http/pages.ts';
import { requestContext } from '../../http/requests/request-context.ts';
import { devicePrompt } from '../../parts/oidc/device-codes.ts';
import { isFirstParty } from '../../parts/oidc/grants.ts';
import type { Oidc } from '../../parts/oidc/oidc.ts';
import { missingProof } from '../../parts/oidc/missing-proof.ts';
import { openingOf } from '../../parts/oidc/opening-prompts.ts';
import { oidcPaths } from '../../parts/oidc/paths.ts';
import { problemOf } from '../../parts/oidc/problem.ts';
import { ownParameters } from '../../parts/oidc/request-parameters.ts';
import { setOrigin } from '../../parts/oidc/request-origin.ts';
import type { Services } from '../../services.ts';
import { answerEndedInteraction } from './ended-interaction.ts';
import {
  type Current,
  accessUrl,
  deviceQuestionUrl,
  findInteraction,
  finish,
  grantAccess,
  interactionCookies,
  isOfSession,
  loginResult,
  requestedLanguage,
  signInUrl,
} from './interaction.ts';

interface OidcRouteOptions {
  services: Services;
  oidc: Oidc;
  sendProblem: SendProblem;
}

/** Mounts the OpenID provider on the origin of the service. */
export async function oidcProviderRoutes(server: FastifyInstance, options: OidcRouteOptions) {
  await server.register(applicationRoutes, options);
  await server.register(browserRoutes, options);
}

const applicationPaths = [
  oidcPaths.token,
  oidcPaths.introspection,
  oidcPaths.revocation,
  oidcPaths.pushedRequest,
  oidcPaths.deviceAuthorization,
];

/** What back ends call, and applications in the browser from their own origin. No cookie counts here. */
async function applicationRoutes(server: FastifyInstance, options: OidcRouteOptions) {
  const forward = forwarder(server, options);
  const config = { allowCrossSite: true };
  for (const url of [...oidcPaths.discovery, oidcPaths.jwks])
    server.route({ method: ['GET', 'OPTIONS'], url, handler: forward });
  for (const url of applicationPaths) server.route({ method: ['POST', 'OPTIONS'], url, config, handler: forward });
  server.route({ method: ['GET', 'POST', 'OPTIONS'], url: oidcPaths.userinfo, config, handler: forward });
}

/** Where a person's browser is sent. */
async function browserRoutes(server: FastifyInstance, options: OidcRouteOptions) {
  limitCalls(server, options.services.callRateLimit);
  server.addHook('onRequest', async (request, reply) => {
    // The database stores no NUL, and no parameter needs one.
    if (/%00/.test(request.url)) return options.sendProblem(request, reply, unreadable);
  });
  await server.register(async (scope) => {
    const forward = forwarder(scope, options);
    scope.get(oidcPaths.authorization, forward);
    scope.get(oidcPaths.signOut, forwarder(scope, { ...options, sendProblem: signOutAnyway(options) }));
    scope.get(
      `${oidcPaths.authorization}/:uid`,
      forwarder(scope, { ...options, sendProblem: afterInteraction(options) }),
    );
    // Not the page below the same path: no interaction has so short a name.
    scope.get(`${oidcPaths.device}/:uid(^[\\w-]{20,}$)`, forward);
    scope.get(`${oidcPaths.signOut}/success`, forward);
    scope.post(`${oidcPaths.signOut}/confirm`, forward);
  });
  await server.register(formRoutes, options);
  interactionRoute(server, options);
}

/** Two tabs may end the same interaction at the same moment: the library has no answer for the second one. */
function afterInteraction({ services, sendProblem }: OidcRouteOptions): SendProblem {
  const answerEnded = answerEndedInteraction(services, sendProblem);
  return (request, reply, problem) =>
    (problem.error === expired.error ? answerEnded : sendProblem)(request, reply, problem);
}

/** A mistake of the application does not keep a person signed in: what is wrong in its request is left out. */
function signOutAnyway({ sendProblem }: OidcRouteOptions): SendProblem {
  return async (request, reply, problem) => {
    const given = new URL(request.url, 'http://host').searchParams;
    if (given.size === 0) return sendProblem(request, reply, problem);
    // First without the page alone; when that is refused too, without anything.
    const kept = new URLSearchParams();
    if (given.has('post_logout_redirect_uri'))
      for (const name of ['id_token_hint', 'client_id'])
        for (const value of given.getAll(name)) kept.append(name, value);
    return reply
      .header('Cache-Control', 'no-store')
      .redirect(`${oidcPaths.signOut}${kept.size ? `?${kept}` : ''}`, 303);
  };
}

/** Hands requests over to the provider, which works on Node's request and response. */
function forwarder(server: FastifyInstance, { services: { config }, oidc, sendProblem }: OidcRouteOptions) {
  // The provider reads request bodies itself.
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', (_request, _payload, done) => done(null));
  const handlers = new WeakMap<Provider, ReturnType<Provider['callback']>>();

  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { raw } = request;
    setOrigin(raw, requestContext(request, reply, config));
    setForwardedHeaders(request, config);
    const provider = await oidc.provider();
    const handler = handlers.get(provider) ?? provider.callback();
    handlers.set(provider, handler);
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value);
    await handler(raw, reply.raw);
    const problem = problemOf(raw);
    if (problem) return sendProblem(request, reply, problem);
    reply.hijack();
  };
}

/** The provider's own URLs use the public origin, and it counts by the client IP, whatever a client or a proxy says. */
function setForwardedHeaders({ raw, ip }: FastifyRequest, { publicUrl }: Config) {
  const { host, protocol } = new URL(publicUrl);
  Object.assign(raw.headers, {
    'x-forwarded-host': host,
    'x-forwarded-proto': protocol.replace(':', ''),
    'x-forwarded-for': ip,
  });
}

const unreadable = { status: 400, error: 'invalid_request', description: 'a parameter contains a NUL character' };
const tooLong = {
  status: 413,
  error: 'invalid_request',
  description: 'the request is too long: push it (RFC 9126) and send its request_uri',
};

/** The person cannot prove what the application asks for, now or later. */
const unmetRequirements: InteractionResults = {
  error: 'unmet_authentication_requirements',
  error_description: 'the account has no second factor, or the requested acr does not exist',
};

/** The person does not want to prove what the application asks for. */
const cancelled: InteractionResults = { error: 'access_denied', error_description: 'the person cancelled' };

type InteractionRequest = FastifyRequest<{ Params: { uid: string } }>;

/** In a longer header of a response, clients and proxies see an error. */
const longestRedirect = 8_000;

async function formRoutes(server: FastifyInstance, { sendProblem }: OidcRouteOptions) {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, new URLSearchParams(String(body))),
  );
  // A form of another site carries no session cookie, the redirect does.
  for (const url of [oidcPaths.authorization, oidcPaths.signOut])
    server.post<{ Body: URLSearchParams }>(url, { config: { allowCrossSite: true } }, async (request, reply) => {
      const target = `${url}?${request.body ?? ''}`;
      if (target.length > longestRedirect) return sendProblem(request, reply, tooLong);
      return reply.header('Cache-Control', 'no-store').redirect(target, 303);
    });
}

/** Connects the request of an application to the pages: to sign in, or to allow what it asks for. */
function interactionRoute(server: FastifyInstance, { services, oidc, sendProblem }: OidcRouteOptions) {
  const { config, clock, stores } = services;
  const answerEnded = answerEndedInteraction(services, sendProblem);

  server.get(oidcPaths.interaction(':uid'), async (request: InteractionRequest, reply) => {
    void reply.header('Cache-Control', 'no-store');
    const provider = await oidc.provider();
    const { uid } = request.params;
    const interaction = await findInteraction(provider, { raw: request.raw, uid }, reply.raw);
    const current = await currentSession(request, reply);
    if (!interaction) return answerEnded(request, reply, expired);
    if (interaction.result) return resume(provider, interaction, reply);

    const asksDevice = interaction.prompt.name === devicePrompt;
    const asksConsent = interaction.prompt.name === 'consent';
    if (current && asksConsent && isOfSession(interaction, current.session)) {
      const client = await provider.Client.find(String(interaction.params['client_id']));
      if (!isFirstParty(client)) return show(accessUrl(interaction), interaction, reply);
      await finish(interaction, await grantAccess(services, provider, interaction, current.session));
      return resume(provider, interaction, reply);
    }
    // After a sign-in to another account the application's request goes on with that one.
    const missing = await missingNow(interaction, current);
    if (current && asksDevice && missing === undefined) return show(deviceQuestionUrl(uid), interaction, reply);
    if (current && (asksConsent || missing === undefined)) {
      await finish(interaction, loginResult(interaction, current.session), current.session.sid);
      return resume(provider, interaction, reply);
    }
    if (missing === 'impossible') {
      await finish(interaction, unmetRequirements, current?.session.sid);
      return resume(provider, interaction, reply);
    }
    const { client_id: client, login_hint: loginHint } = interaction.params;
    const interactionUrl = `${config.publicUrl}${oidcPaths.interaction(uid, String(client))}`;
    if (missing !== 'signIn') return show(signInUrl(interactionUrl, loginHint), interaction, reply);
    const { page, prefills } = openingOf(interaction);
    return show(signInUrl(interactionUrl, prefills && loginHint, page), interaction, reply);
  });

  // The code of a device was typed by a call, whose browser gets here what the library gives at a request of an application.
  server.get(oidcPaths.openDevice(':uid'), async (request: InteractionRequest, reply) => {
    void reply.header('Cache-Control', 'no-store');
    const provider = await oidc.provider();
    const interaction = await provider.Interaction.find(request.params.uid);
    const { browserId } = requestContext(request, reply, config);
    const isOfBrowser = browserId !== undefined && interaction?.params[ownParameters.browser] === browserId;
    if (!interaction?.deviceCode || !isOfBrowser) return answerEnded(request, reply, expired);
    setForwardedHeaders(request, config);
    void reply.header('set-cookie', interactionCookies(provider, interaction, request, reply));
    return reply.redirect(oidcPaths.interaction(interaction.uid, String(interaction.params['client_id'])), 303);
  });

  // The way back to the application. A link is enough: the cookie and the id of the interaction prove who follows it.
  server.get(oidcPaths.cancel(':uid'), async (request: InteractionRequest, reply) => {
    void reply.header('Cache-Control', 'no-store');
    const provider = await oidc.provider();
    const { uid } = request.params;
    const interaction = await findInteraction(provider, { raw: request.raw, uid }, reply.raw);
    const current = await currentSession(request, reply);
    if (!interaction) return answerEnded(request, reply, expired);
    if (!interaction.result) await finish(interaction, cancelled, current?.session.sid);
    return resume(provider, interaction, reply);
  });

  const currentSession = (request: FastifyRequest, reply: FastifyReply) =>
    stores.sessions.find(requestContext(request, reply, config).sessionToken);

  /** Opens a page in the language that the application asks for. */
  function show(url: string, interaction: Interaction, reply: FastifyReply) {
    const language = requestedLanguage(interaction);
    if (language) void reply.setCookie(languageCookie, language, { path: '/', sameSite: 'lax', secure: config.secure });
    return reply.redirect(url, 303);
  }

  async function missingNow(interaction: Interaction, current: Current | undefined) {
    const row = await stores.oidcRecords.find('Interaction', interaction.uid);
    const askedAt = row?.createdAt.getTime() ?? clock.now();
    return missingProof(services, current, {
      params: interaction.params,
      reasons: interaction.prompt.reasons,
      askedAt,
    });
  }

  /** The application gets its answer. The cookies are removed, because each sign-in leaves its own. */
  function resume(provider: Provider, { uid, returnTo, params }: Interaction, reply: FastifyReply) {
    const name = provider.cookieName('interaction');
    const path = oidcPaths.interaction(uid);
    for (const cookie of [name, `${name}.sig`]) void reply.clearCookie(cookie, { path, secure: config.secure });
    return reply.redirect(`${returnTo}?${new URLSearchParams({ client_id: String(params['client_id']) })}`, 303);
  }
}

const expired = {
  status: 400,
  error: 'invalid_request',
  description: 'this request has expired or belongs to another browser',
};
