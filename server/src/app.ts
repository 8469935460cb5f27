import type { IncomingMessage } from 'node:http';
import cookie from '@fastify/cookie';
import { request as requestLimits } from '@foyer/contract/limits';
import { readPageParams } from '@foyer/contract/pages/page-params';
import { pageRoutes } from '@foyer/contract/pages/page-routes';
import { firstAllowedRedirect } from '@foyer/contract/rules/redirect-rules';
import fastify, { type FastifyInstance } from 'fastify';
import { accountChooserRoutes } from './flows/account-chooser/account-chooser.routes.ts';
import { accountRoutes } from './flows/account/account.routes.ts';
import { bindMobileRoutes } from './flows/bind-mobile/bind-mobile.routes.ts';
import { bannerRoutes, mediaRoutes } from './flows/banner/banner.routes.ts';
import { changeNameRoutes } from './flows/change-name/change-name.routes.ts';
import { changePasswordRoutes } from './flows/change-password/change-password.routes.ts';
import { closeAccountRoutes } from './flows/close-account/close-account.routes.ts';
import { codeLoginRoutes } from './flows/code-login/code-login.routes.ts';
import { agreementRoutes } from './flows/agreement/agreement.routes.ts';
import { continueOnPhoneRoutes } from './flows/continue-on-phone/continue-on-phone.routes.ts';
import { contactChangeRoutes } from './flows/contact-change/contact-change.routes.ts';
import { eventFeedRoutes } from './flows/event-feed/event-feed.routes.ts';
import { eventsRoutes } from './flows/events/events.routes.ts';
import { findAccountRoutes } from './flows/find-account/find-account.routes.ts';
import { forwardAuthRoutes } from './flows/forward-auth/forward-auth.routes.ts';
import { chatBridgeRoutes } from './flows/help-desk/chat-bridge.routes.ts';
import { helpDeskRoutes } from './flows/help-desk/help-desk.routes.ts';
import { humanCheckRoutes } from './flows/human-check/human-check.routes.ts';
import { identityCheckRoutes } from './flows/identity-check/identity-check.routes.ts';
import { accessQuestionRoutes } from './flows/oidc-provider/access-question.routes.ts';
import { deviceRoutes } from './flows/oidc-provider/device.routes.ts';
import { oidcProviderRoutes } from './flows/oidc-provider/oidc-provider.routes.ts';
import { oneClickLoginRoutes } from './flows/one-click-login/one-click-login.routes.ts';
import { passkeyFactorRoutes } from './flows/passkey/passkey-factor.routes.ts';
import { passkeyLoginRoutes } from './flows/passkey/passkey-login.routes.ts';
import { passkeyProofRoutes } from './flows/passkey/passkey-proof.routes.ts';
import { passkeyRoutes } from './flows/passkey/passkeys.routes.ts';
import { relatedOriginsRoute } from './flows/passkey/related-origins.routes.ts';
import { passwordLoginRoutes } from './flows/password-login/password-login.routes.ts';
import { personalDataRoutes } from './flows/personal-data/personal-data.routes.ts';
import { appPageRoutes } from './flows/qr-login/app-page.routes.ts';
import { appReturnRoutes } from './flows/qr-login/app-return.routes.ts';
import { linkAppRoutes } from './flows/link-identity/link-app.routes.ts';
import { linkCompanyRoutes } from './flows/link-identity/link-company.routes.ts';
import { qrLoginRoutes } from './flows/qr-login/qr-login.routes.ts';
import { retrievePasswordRoutes } from './flows/retrieve-password/retrieve-password.routes.ts';
import { scanConfirmRoutes } from './flows/scan-confirm/scan-confirm.routes.ts';
import { authenticatorRoutes } from './flows/authenticator/authenticator.routes.ts';
import { backupCodeRoutes } from './flows/backup-codes/backup-codes.routes.ts';
import { secondFactorSettingsRoutes } from './flows/second-factor/second-factor-settings.routes.ts';
import { recoveryRoutes } from './flows/recovery/recovery.routes.ts';
import { secondFactorRoutes } from './flows/second-factor/second-factor.routes.ts';
import { registerRoutes } from './flows/register/register.routes.ts';
import { realNameRoutes } from './flows/real-name/real-name.routes.ts';
import { suitePushRoutes } from './flows/work-chat/suite-push.routes.ts';
import { workChatRoutes } from './flows/work-chat/work-chat.routes.ts';
import { ssoBindRoutes } from './flows/sso-bind/sso-bind.routes.ts';
import { samlAcsRoutes } from './flows/sso-callback/saml-acs.routes.ts';
import { ssoCallbackRoutes } from './flows/sso-callback/sso-callback.routes.ts';
import { ssoDomainRoutes } from './flows/sso-domain/sso-domain.routes.ts';
import { ssoReturnRoutes } from './flows/sso-return/sso-return.routes.ts';
import { sendCodeRoutes } from './flows/send-code/send-code.routes.ts';
import { sessionRoutes } from './flows/session/session.routes.ts';
import { describeAccount } from './flows/session/describe-account.ts';
import { signInNotice } from './flows/session/sign-in-notice.ts';
import { setPasswordRoutes } from './flows/set-password/set-password.routes.ts';
import type { Config } from './config/config.ts';
import { appCallRoutes, pushRoutes } from './providers/scan-routes.ts';
import type { Services } from './services.ts';
import { apiDocsRoutes } from './http/api-docs/api-docs.routes.ts';
import { cacheClientIps } from './http/requests/client-ip.ts';
import { cspReportRoute } from './http/answers/csp-report.ts';
import { refuse } from './http/answers/envelope.ts';
import { limitCalls, refuseOtherHosts, refuseOtherMethods, refuseCrossSiteRequests } from './http/guards.ts';
import { type SecurityHeaders, securityHeaders } from './http/answers/headers.ts';
import { healthRoutes } from './http/operations/health.ts';
import { handleClientErrors, handleErrors, handleUnreadableUrl, normalizeUrl } from './http/answers/error-handlers.ts';
import { metricsRoute } from './http/operations/metrics-route.ts';
import { type Pages, createDocuments, registerPageRoutes, sendPlainProblem } from './http/pages.ts';
import { traceRequests } from './http/requests/request-tracing.ts';
import { identifyRequests, requestIds } from './http/requests/request-id.ts';
import { logRequests } from './http/requests/request-log.ts';
import { connections } from './config/operations-settings.ts';
import type { ScanProvider } from './providers/scan-provider.ts';
import { type RequestContext, requestContext } from './http/requests/request-context.ts';
import { rememberedAccounts } from './parts/sign-in/remembered-accounts.ts';
import { errorFields } from './platform/log.ts';
import { createInteractionViews } from './parts/oidc/interaction-view.ts';
import { oidcPaths } from './parts/oidc/paths.ts';

const reads = new Set(['GET', 'HEAD']);

export interface AppOptions {
  pages?: Pages;
  /** The pages of the sandbox, if there is one. */
  sandbox?: (server: FastifyInstance) => Promise<void>;
  /** The service is about to close: it is not ready, and each response ends its connection. */
  isDraining?: () => boolean;
  /** How long a client may take to send its request; tests set shorter times. */
  timeouts?: Record<'headersTimeout' | 'requestTimeout' | 'checkInterval', number>;
}

export async function createApp(
  services: Services,
  { pages, sandbox, timeouts = connections, isDraining = () => false }: AppOptions = {},
): Promise<FastifyInstance> {
  const { config, random, log } = services;
  const headers = securityHeaders({
    hsts: config.hsts,
    apiBase: config.page.apiBase,
    frame: frameSources(config, services.scanApps),
    picture: config.page.bannerOrigins.join(' '),
    connect: foreignOrigins(config.page.eventsUrl, config.page.helpBase),
  });

  const server = fastify({
    logger: false,
    // A request that arrives on an open connection while the service closes is answered, not refused.
    return503OnClosing: false,
    bodyLimit: requestLimits.bodyBytes,
    requestTimeout: timeouts.requestTimeout,
    keepAliveTimeout: connections.keepAliveTimeout,
    http: { headersTimeout: timeouts.headersTimeout, connectionsCheckingInterval: timeouts.checkInterval },
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    genReqId: requestIds(random),
    routerOptions: { maxParamLength: 200 },
    rewriteUrl: ({ url = '/' }: IncomingMessage) => normalizeUrl(url, config.page.apiBase),
    frameworkErrors: handleUnreadableUrl(headers.common),
    clientErrorHandler: handleClientErrors(headers.common),
  });

  server.removeContentTypeParser('text/plain');
  cacheClientIps(server);
  handleErrors(server, log);
  identifyRequests(server);
  await server.register(forwardAuthRoutes, { services, headers, isDraining, prefix: config.page.apiBase });
  await server.register(routesWithHooks, {
    services,
    headers,
    isDraining,
    ...(pages && { pages }),
    ...(sandbox && { sandbox }),
  });
  return server;
}

interface RouteOptions extends Pick<AppOptions, 'pages' | 'sandbox'> {
  services: Services;
  headers: SecurityHeaders;
  isDraining: () => boolean;
}

/** All routes but one, in a context of their own: forward authentication does without these hooks. */
async function routesWithHooks(
  server: FastifyInstance,
  { services, headers, isDraining, pages, sandbox }: RouteOptions,
) {
  const { config, clock, database, log, metrics, stores } = services;
  server.addHook('onRequest', (_, reply, done) => {
    void reply.headers(headers.common);
    done();
  });
  server.addHook('onSend', (_, reply, payload, done) => {
    if (isDraining()) void reply.header('Connection', 'close');
    done(null, payload);
  });
  await server.register(cookie);
  traceRequests(server, { tracer: services.tracer, behindProxy: config.trustedProxies.length > 0 });
  logRequests(server, log, metrics);
  refuseCrossSiteRequests(server, config.publicUrl, log);
  server.setNotFoundHandler((request, reply) => {
    // Every GET is answered by a page, so a request that reaches this has another method.
    if (pages && !reads.has(request.method))
      return refuse(request, reply.header('Allow', [...reads].join(', ')), 'malformed', { status: 405 });
    return refuse(request, reply, 'notFound');
  });

  if (!config.management) {
    healthRoutes(server, { database, redis: services.redis, isDraining });
    metricsRoute(server, metrics, { token: config.metricsToken, openTo: 'thisMachine' });
  }
  mediaRoutes(server, services);
  if (config.passkeys) relatedOriginsRoute(server, config.passkeys);
  chatBridgeRoutes(server, services);
  await server.register((api) => apiRoutes(api, services, headers), { prefix: config.page.apiBase });
  for (const routes of pushRoutes) await server.register(routes, { services, prefix: config.page.apiBase });

  const year = () => new Date(clock.now()).getFullYear();
  const documents = pages && createDocuments(pages, { config, headers, year });
  const sendProblem = documents?.sendProblem ?? sendPlainProblem;
  if (services.oidc) await server.register(oidcProviderRoutes, { services, oidc: services.oidc, sendProblem });

  if (sandbox) {
    const sandboxRoutes = async (scope: FastifyInstance) => {
      refuseOtherHosts(scope, config.publicUrl);
      await sandbox(scope);
    };
    await server.register(sandboxRoutes, { prefix: '/sandbox' });
  }

  if (pages && documents) {
    await server.register(registerPageRoutes, {
      assets: pages.assets,
      documents,
      config,
      isSignedIn: async (request, reply) =>
        (await stores.sessions.find(requestContext(request, reply, config).sessionToken)) !== undefined,
      accountOf: async (request, reply, language) => {
        const found = await stores.sessions.find(requestContext(request, reply, config).sessionToken);
        return found && { data: await describeAccount(services, found, language), readAt: services.clock.now() };
      },
      viewOf: (request, reply) => viewOf(services, requestContext(request, reply, config), request.url),
      noticeOf: (request, reply) =>
        signInNotice(services, requestContext(request, reply, config), queryOf(request.url)).catch((error: unknown) => {
          log.warn({ event: 'sessionNotRead', id: request.id, ...errorFields(error) });
          return undefined;
        }),
      rememberedIn: (request, reply, language) =>
        rememberedAccounts(services, requestContext(request, reply, config).browserId, language).catch(
          (error: unknown) => {
            // Without a database the form is shown, which says what is wrong once it is used.
            log.warn({ event: 'accountsNotRead', id: request.id, ...errorFields(error) });
            return [];
          },
        ),
    });
  }
}

const queryOf = (url: string) => /\?.*/.exec(url)?.[0] ?? '';

/** What the page with this URL shows of the request of an application. */
async function viewOf(services: Services, { browserId, sessionToken }: RequestContext, url: string) {
  if (!services.oidc) return undefined;
  const [path] = url.split('?');
  const query = queryOf(url);
  const asking = path === pageRoutes.applicationAccess ? new URLSearchParams(query).get('interaction') : null;
  const redirectUrl =
    asking === null
      ? firstAllowedRedirect(readPageParams(query).redirects, services.config.redirectAllowlist, '')
      : oidcPaths.interaction(asking);
  const views = createInteractionViews(services);
  if (browserId !== undefined && redirectUrl === `${services.config.publicUrl}${pageRoutes.continueOnPhone}`) {
    // The request is that of the computer whose link this phone has opened.
    const handoff = await services.stores.handoffs.findOpened(browserId);
    const view = handoff && (await views.view(handoff, async () => undefined));
    // Whoever has seen the QR code may have opened it: it tells nobody's account.
    return view && { ...view, params: {} };
  }
  return views.view({ redirectUrl, browserId }, () => services.stores.sessions.find(sessionToken));
}

/** The only pages that may be framed by ours: those of apps that show their own QR code, and the chat. */
function frameSources({ publicUrl, page }: Config, scanApps: Services['scanApps']) {
  const chat = page.chat ? new URL(page.chat, publicUrl) : undefined;
  const source = (url: string | undefined, origin = url) => (origin === publicUrl ? "'self'" : url);
  const ofApps = Object.values(scanApps).map((provider?: ScanProvider) => source(provider?.frameOrigin));
  const frames = new Set([...ofApps, source(chat && `${chat.origin}${chat.pathname}`, chat?.origin)]);
  return [...frames].filter(Boolean).join(' ') || undefined;
}
/** The origins of these URLs; a path is on our own origin. */
const foreignOrigins = (...urls: (string | undefined)[]) =>
  [...new Set(urls.flatMap((url) => (url && !url.startsWith('/') ? new URL(url).origin : [])))].join(' ');

async function apiRoutes(api: FastifyInstance, services: Services, headers: SecurityHeaders) {
  const refuseTheRest = refuseOtherMethods(api);
  limitCalls(api, services.callRateLimit);
  api.addHook('onRequest', (_, reply, done) => {
    void reply.header('Cache-Control', 'no-store');
    done();
  });
  api.setNotFoundHandler((request, reply) => refuse(request, reply, 'notFound'));

  passwordLoginRoutes(api, services);
  accountChooserRoutes(api, services);
  if (services.config.passkeys) {
    passkeyLoginRoutes(api, services, services.config.passkeys);
    passkeyFactorRoutes(api, services, services.config.passkeys);
    passkeyProofRoutes(api, services, services.config.passkeys);
    passkeyRoutes(api, services, services.config.passkeys);
  }
  humanCheckRoutes(api, services);
  sendCodeRoutes(api, services);
  codeLoginRoutes(api, services);
  registerRoutes(api, services);
  setPasswordRoutes(api, services);
  sessionRoutes(api, services);
  accountRoutes(api, services);
  contactChangeRoutes(api, services);
  changeNameRoutes(api, services);
  changePasswordRoutes(api, services);
  personalDataRoutes(api, services);
  closeAccountRoutes(api, services);
  agreementRoutes(api, services);
  secondFactorRoutes(api, services);
  recoveryRoutes(api, services);
  secondFactorSettingsRoutes(api, services);
  authenticatorRoutes(api, services);
  backupCodeRoutes(api, services);
  identityCheckRoutes(api, services);
  findAccountRoutes(api, services);
  retrievePasswordRoutes(api, services);
  qrLoginRoutes(api, services);
  linkAppRoutes(api, services);
  linkCompanyRoutes(api, services);
  appPageRoutes(api, services);
  appReturnRoutes(api, services);
  for (const routes of appCallRoutes) routes(api, services);
  scanConfirmRoutes(api, services);
  continueOnPhoneRoutes(api, services);
  bindMobileRoutes(api, services);
  oneClickLoginRoutes(api, services);
  if (services.config.sso.enabled) {
    ssoDomainRoutes(api, services);
    ssoCallbackRoutes(api, services);
    await api.register(samlAcsRoutes, { services });
  }
  workChatRoutes(api, services);
  await api.register(suitePushRoutes, { services });
  if (services.config.sso.enabled || services.wecom) {
    ssoReturnRoutes(api, services);
    ssoBindRoutes(api, services);
  }
  if (services.oidc) {
    accessQuestionRoutes(api, services, services.oidc);
    deviceRoutes(api, services, services.oidc);
    eventFeedRoutes(api, services, services.oidc);
  }
  await api.register(realNameRoutes, { services });
  bannerRoutes(api, services);
  helpDeskRoutes(api, services);
  await api.register(eventsRoutes, services);
  await api.register(cspReportRoute, { log: services.log, limit: services.reportRateLimit });
  if (services.config.apiDocs) await api.register(apiDocsRoutes, { config: services.config, headers });
  refuseTheRest();
  // Otherwise the route of the pages would answer unknown API paths with HTML.
  api.get('/*', (request, reply) => refuse(request, reply, 'notFound'));
}
