import { languageCookie } from '@foyer/contract/language';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Interaction, InteractionResults, Provider } from 'oidc-provider';
import { limitCalls } from '../../http/guards.ts';
import { requestContext, requestLanguage } from '../../http/request-context.ts';
import type { Oidc } from '../../parts/oidc/oidc.ts';
import { missingProof } from '../../parts/oidc/missing-proof.ts';
import { allowFormTarget, consentDocument, errorDocument } from '../../parts/oidc/pages.ts';
import { oidcPaths } from '../../parts/oidc/paths.ts';
import { isFirstParty } from '../../parts/oidc/provider.ts';
import type { Services } from '../../services.ts';
import { findInteraction, finish, loginResult, requestedLanguage, signInUrl } from './interaction.ts';

interface OidcRouteOptions {
  services: Services;
  oidc: Oidc;
}

/** Mounts the OpenID provider on the origin of the service. */
export async function oidcProviderRoutes(app: FastifyInstance, options: OidcRouteOptions) {
  await app.register(applicationRoutes, options);
  await app.register(browserRoutes, options);
}

/** What back ends call, and applications in the browser from their own origin. No cookie counts here. */
async function applicationRoutes(app: FastifyInstance, { services, oidc }: OidcRouteOptions) {
  const forward = forwarder(app, services, oidc);
  const config = { allowCrossSite: true };
  for (const url of [...oidcPaths.discovery, oidcPaths.jwks])
    app.route({ method: ['GET', 'OPTIONS'], url, handler: forward });
  for (const url of [oidcPaths.token, oidcPaths.revocation, oidcPaths.pushedRequest])
    app.route({ method: ['POST', 'OPTIONS'], url, config, handler: forward });
  app.route({ method: ['GET', 'POST', 'OPTIONS'], url: oidcPaths.userinfo, config, handler: forward });
}

/** Where a person's browser is sent. */
async function browserRoutes(app: FastifyInstance, { services, oidc }: OidcRouteOptions) {
  limitCalls(app, services.callRateLimit);
  // With "no-referrer" a browser would send the forms of these pages without their origin, and they would be refused.
  app.addHook('onRequest', (_, reply, done) => {
    void reply.header('Referrer-Policy', 'same-origin');
    done();
  });
  await app.register(async (scope) => {
    const forward = forwarder(scope, services, oidc);
    for (const url of [oidcPaths.authorization, `${oidcPaths.authorization}/:uid`, oidcPaths.signOut])
      scope.get(url, forward);
    scope.get(`${oidcPaths.signOut}/success`, forward);
    scope.post(`${oidcPaths.signOut}/confirm`, forward);
  });
  await app.register(formRoutes, { services, oidc });
}

/** Hands requests over to the provider, which works on Node's request and response. */
function forwarder(app: FastifyInstance, { config }: Services, oidc: Oidc) {
  // The provider reads request bodies itself.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  const { host, protocol } = new URL(config.publicUrl);
  const handlers = new WeakMap<Provider, ReturnType<Provider['callback']>>();

  return async ({ raw }: FastifyRequest, reply: FastifyReply) => {
    const provider = await oidc.provider();
    const handler = handlers.get(provider) ?? provider.callback();
    handlers.set(provider, handler);
    // The provider's own URLs use the public origin, whatever a client or a proxy says.
    Object.assign(raw.headers, { 'x-forwarded-host': host, 'x-forwarded-proto': protocol.replace(':', '') });
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value);
    reply.hijack();
    await handler(raw, reply.raw);
  };
}

/** The person cannot prove what the application asks for, now or later. */
const unmetRequirements: InteractionResults = {
  error: 'unmet_authentication_requirements',
  error_description: 'the account has no second factor, or the requested acr does not exist',
};

type InteractionRequest = FastifyRequest<{ Params: { uid: string } }>;

async function formRoutes(app: FastifyInstance, { services, oidc }: OidcRouteOptions) {
  const { config, clock, stores } = services;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, new URLSearchParams(String(body))),
  );

  // A form of another site carries no session cookie, the redirect does.
  for (const url of [oidcPaths.authorization, oidcPaths.signOut])
    app.post<{ Body: URLSearchParams }>(url, { config: { allowCrossSite: true } }, async ({ body }, reply) =>
      reply.header('Cache-Control', 'no-store').redirect(`${url}?${body ?? ''}`, 303),
    );

  app.get(oidcPaths.interaction(':uid'), async (request: InteractionRequest, reply) => {
    void reply.header('Cache-Control', 'no-store');
    const found = await find(request, reply);
    if (!found) return sendExpired(request, reply);
    const { interaction, current } = found;
    if (interaction.prompt.name === 'consent') return consent(found, request, reply);
    const missing = await missingNow(found);
    if (current && missing === undefined) return end(found, reply, loginResult(current.session));
    if (missing === 'impossible') return end(found, reply, unmetRequirements);
    const language = requestedLanguage(interaction);
    if (language) void reply.setCookie(languageCookie, language, { path: '/', sameSite: 'lax', secure: config.secure });
    return reply.redirect(signInUrl(urlOf(interaction), interaction), 303);
  });

  app.post<{ Params: { uid: string }; Body: URLSearchParams }>(
    oidcPaths.interaction(':uid'),
    async (request, reply) => {
      const found = await find(request, reply);
      if (!found || found.interaction.prompt.name !== 'consent') return sendExpired(request, reply);
      if (request.body?.get('decision') === 'allow') return grant(found, reply);
      const denied = { error: 'access_denied', error_description: 'the person denied access' };
      return end(found, reply, denied);
    },
  );

  async function find(request: FastifyRequest<{ Params: { uid: string } }>, reply: FastifyReply) {
    const provider = await oidc.provider();
    const { uid } = request.params;
    const interaction = await findInteraction(provider, { raw: request.raw, uid }, reply.raw);
    if (!interaction) return undefined;
    const current = await stores.sessions.find(requestContext(request, reply, config).sessionToken);
    return { provider, interaction, current };
  }
  type Found = NonNullable<Awaited<ReturnType<typeof find>>>;

  async function missingNow({ interaction, current }: Found) {
    const row = await stores.oidcRecords.find('Interaction', interaction.uid);
    const askedAt = row?.createdAt.getTime() ?? clock.now();
    return missingProof(
      current,
      { params: interaction.params, reasons: interaction.prompt.reasons, askedAt },
      clock.now(),
    );
  }

  async function consent(found: Found, request: FastifyRequest, reply: FastifyReply) {
    const { provider, interaction } = found;
    const { params, prompt } = interaction;
    const client = await provider.Client.find(String(params['client_id']));
    if (isFirstParty(client)) return grant(found, reply);
    const language = requestLanguage(request);
    const policy = String(reply.getHeader('Content-Security-Policy') ?? '');
    // With prompt=consent the person is asked again for what they have granted before.
    const { missingOIDCScope: missing } = prompt.details;
    const scopes = Array.isArray(missing) ? missing.map(String) : scopesOf(interaction);
    return reply
      .header('Content-Security-Policy', allowFormTarget(policy, params['redirect_uri']))
      .type('text/html; charset=utf-8')
      .send(
        consentDocument(language, {
          client: client?.clientName ?? String(params['client_id']),
          brand: config.page.brand[language],
          scopes,
          action: oidcPaths.interaction(interaction.uid),
        }),
      );
  }

  /** Grants what is missing. */
  async function grant(found: Found, reply: FastifyReply) {
    const { provider, interaction, current } = found;
    const { params, prompt, grantId } = interaction;
    const accountId = interaction.session?.accountId;
    // The person who decides is the one who is signed in.
    if (accountId === undefined || accountId !== current?.account.ouid)
      return end(found, reply, { error: 'login_required' });
    const known = grantId === undefined ? undefined : await provider.Grant.find(grantId);
    const given = known ?? new provider.Grant({ accountId, clientId: String(params['client_id']) });
    const list = (name: string) => (Array.isArray(prompt.details[name]) ? prompt.details[name].map(String) : []);
    given.addOIDCScope(list('missingOIDCScope').join(' '));
    given.addOIDCClaims(list('missingOIDCClaims'));
    return end(found, reply, { consent: { grantId: await given.save() } });
  }

  /** The application gets its answer. The cookies are removed, because each sign-in leaves its own. */
  async function end({ provider, interaction, current }: Found, reply: FastifyReply, result: InteractionResults) {
    const name = provider.cookieName('interaction');
    const path = oidcPaths.interaction(interaction.uid);
    for (const cookie of [name, `${name}.sig`]) void reply.clearCookie(cookie, { path, secure: config.secure });
    return reply.redirect(await finish(interaction, result, current?.account.ouid), 303);
  }

  function sendExpired(request: FastifyRequest, reply: FastifyReply) {
    const problem = { error: 'invalid_request', description: 'this request has expired or belongs to another browser' };
    const language = requestLanguage(request);
    return reply.status(400).type('text/html; charset=utf-8').send(errorDocument(language, problem));
  }

  const scopesOf = ({ params: { scope } }: Interaction) => (typeof scope === 'string' ? scope.split(' ') : []);
  const urlOf = ({ uid }: Interaction) => `${config.publicUrl}${oidcPaths.interaction(uid)}`;
}
