import fastify, { type FastifyInstance } from 'fastify';
import { inAppLoginRoutes } from './apps/in-app-login.routes.ts';
import { accessOf, appsIn, createSandboxApps } from './apps/sandbox-apps.ts';
import { authenticatorRoutes } from './authenticator/authenticator.routes.ts';
import { createSoftwareAuthenticator } from './authenticator/software-authenticator.ts';
import { brandRoutes } from './brand/brand.routes.ts';
import { createBrandTrial } from './brand/brand-trial.ts';
import { chatRoutes } from './chat/chat.routes.ts';
import { createChat } from './chat/chat.ts';
import { clockRoutes } from './clock/clock.routes.ts';
import { createClock } from './clock/clock.ts';
import { cmsEditorRoutes, cmsRoutes } from './cms/cms.routes.ts';
import { createCms } from './cms/cms.ts';
import { createDemoClient } from './demo-client/demo-client.ts';
import { demoClientPath } from './demo-client/demo-client-frame.ts';
import { createDemoClientSessions } from './demo-client/demo-client-sessions.ts';
import { demoClientLogoutRoutes, demoClientRoutes } from './demo-client/demo-client.routes.ts';
import { faultRoutes } from './fault/fault.routes.ts';
import { createFault } from './fault/fault.ts';
import { funnelRoutes } from './funnel/funnel.routes.ts';
import { acceptForms } from './http/request-body.ts';
import { createIdentityVerifier, identityGatewayRoutes, identityPageRoutes } from './identity/identity.routes.ts';
import { startMailServer } from './mail/mail-server.ts';
import { outboxRoutes } from './outbox/outbox.routes.ts';
import { createOutbox, type Outbox } from './outbox/outbox.ts';
import { panelRoutes } from './panel/panel.routes.ts';
import { peopleRoutes } from './people.routes.ts';
import { phoneRoutes } from './phone/phone.routes.ts';
import { createPhone } from './phone/phone.ts';
import { resetRoutes } from './reset.routes.ts';
import { createServiceClient, type ServiceAccess } from './service-client.ts';
import { aliyunRoutes } from './sms/aliyun.ts';
import { smsAccess, withSignature } from './sms/sms-account.ts';
import { tencentRoutes } from './sms/tencent.ts';
import { companyBackChannelRoutes, createCompanyIdps, companyIdpRoutes } from './sso/company-idps.ts';
import { scanApps as allApps } from './people.ts';
import { corporation, wecomAccess } from './wecom/wecom-account.ts';
import { createWecom } from './wecom/wecom-app.ts';
import { wecomGatewayRoutes, wecomPageRoutes } from './wecom/wecom.routes.ts';

/** The path below which the service mounts the sandbox's pages. */
const mountPath = '/sandbox';

/** Every simulated external service. */
type ExternalServices = ReturnType<typeof createExternalServices>;

function createExternalServices(service: ServiceAccess, outbox?: Outbox) {
  const clock = createClock(service);
  const { publicUrl, apiBase, callService, scanApps = allApps } = service;
  const access = { now: clock.now, publicUrl, apiBase, callService };
  const apps = createSandboxApps({ ...access, callApi: createServiceClient(service) }, scanApps);
  return {
    clock,
    publicUrl,
    apiBase,
    brandStyle: service.brandStyle ?? (() => ''),
    brand: createBrandTrial(service, mountPath),
    smsAccount: withSignature(service.brandName),
    outbox: outbox ?? createOutbox(clock.now),
    /** Of the SMS gateways and the mail server. */
    fault: createFault(),
    apps,
    phone: createPhone(appsIn(apps).map(([, { scanner }]) => scanner)),
    company: createCompanyIdps(publicUrl, mountPath, clock),
    wecom: createWecom(access),
    identity: createIdentityVerifier(access),
    cms: createCms(),
    chat: createChat(clock.now),
    // A count would start again with the process, and the service would refuse a lower one.
    authenticator: createSoftwareAuthenticator({ counts: false }),
    demoClient: {
      client: createDemoClient(service, `${mountPath}${demoClientPath}`),
      sessions: createDemoClientSessions(),
    },
    eventCounts: service.eventCounts ?? (async () => []),
    accountState: service.accountState ?? (async () => undefined),
    resetPeople: service.resetPeople ?? (async () => {}),
  };
}

const faultsOf = ({ fault, apps, company, wecom }: Pick<ExternalServices, 'fault' | 'apps' | 'company' | 'wecom'>) => [
  fault,
  ...appsIn(apps).map(([, app]) => app.fault),
  company.fault,
  wecom.fault,
];

/** Brings everything back to the state after the first start. */
async function reset({
  clock,
  outbox,
  chat,
  authenticator,
  brand,
  demoClient,
  phone,
  apps,
  resetPeople,
  ...external
}: ExternalServices) {
  clock.reset();
  for (const fault of faultsOf({ apps, ...external })) fault.set('working');
  chat.clear();
  authenticator.clear();
  demoClient.sessions.clear();
  brand.clear();
  phone.clear();
  for (const [, app] of appsIn(apps)) app.reset?.();
  await resetPeople();
  // Last, so that a message sent until then is removed too.
  outbox.clear();
}

/** The panel and all external services under one prefix. Never register it where real people have accounts. */
export async function sandboxRoutes(server: FastifyInstance, service: ServiceAccess & { outbox?: Outbox }) {
  const external = createExternalServices(service, service.outbox);
  await panel(server, external);
  await gateways(server, external);
}

/** Starts the gateways and a mail server on ports of their own, so that the service calls them over the network. */
export async function startSandbox(service: ServiceAccess) {
  const external = createExternalServices(service);
  // Closing does not wait for open connections.
  const server = fastify({ forceCloseConnections: true });
  await gateways(server, external);
  await server.register((scope) => companyBackChannelRoutes(scope, external.company), { prefix: mountPath });
  const base = await server.listen({ host: '127.0.0.1', port: 0 });
  const mail = await startMailServer(external.outbox, external.fault);
  const pagesUrl = `${service.publicUrl}${mountPath}`;
  const wecom = wecomAccess(`${base}/wecom`, `${pagesUrl}/wecom`);
  return {
    outbox: external.outbox,
    fault: external.fault,
    /** The service's configuration for each provider. */
    sms: smsAccess(`${base}/sms`, external.smsAccount),
    mail: { url: mail.url },
    scanApps: accessOf(external.apps, base, pagesUrl),
    wecom: wecom.corp,
    wecomSuite: wecom.suite,
    identity: { url: `${base}/identity`, secret: external.identity.secret },
    cms: { url: `${base}/cms/content.json`, publish: external.cms.publish },
    companies: external.company.connections,
    /** The application that people sign in to, as a client of the OpenID provider. */
    demoClient: {
      ...external.demoClient.client.registration,
      backchannelLogoutUri: `${base}${demoClientPath}/logout`,
    },
    /** The back channel URL for the service's calls to a company's identity provider. */
    internalUrlOf: (url: string) =>
      url.startsWith(`${external.company.base}/`) ? `${base}${url.slice(service.publicUrl.length)}` : undefined,
    /** The simulated providers themselves. */
    apps: external.apps,
    wecomApp: external.wecom,
    wecomMembers: corporation.people,
    phone: external.phone,
    routes: (routes: FastifyInstance) => panel(routes, external),
    async close() {
      for (const fault of faultsOf(external)) fault.set('working');
      await Promise.all([server.close(), mail.close()]);
    },
  };
}

export type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

/** The routes for browsers. */
async function panel(server: FastifyInstance, external: ExternalServices) {
  const { clock, outbox, fault, apps, publicUrl, company, wecom, identity } = external;
  acceptForms(server);
  await companyIdpRoutes(server, company);
  const { authenticator, accountState } = external;
  await server.register(peopleRoutes, { accountState });
  await server.register(authenticatorRoutes, { authenticator, publicUrl, accountState });
  await server.register(outboxRoutes, { outbox });
  await server.register(clockRoutes, { clock });
  await server.register(cmsEditorRoutes, { cms: external.cms });
  await server.register(chatRoutes, { chat: external.chat, brandStyle: external.brandStyle });
  await server.register(demoClientRoutes, { ...external.demoClient, clock });
  await server.register(funnelRoutes, { eventCounts: external.eventCounts });
  await server.register(faultRoutes, { path: '/sms/fault', page: '#gateway', fault });
  await server.register(faultRoutes, { path: '/company/fault', page: '#companies', fault: company.fault });
  for (const [name, { fault: appFault, pages }] of appsIn(apps)) {
    await server.register(faultRoutes, { path: `/${name}/fault`, page: '/phone#faults', fault: appFault });
    await server.register(pages, { prefix: `/${name}` });
  }
  await server.register(phoneRoutes, { phone: external.phone, clock, publicUrl, apps });
  await server.register(inAppLoginRoutes, { apps, base: mountPath });
  await server.register(wecomPageRoutes, { wecom, publicUrl, base: mountPath, prefix: '/wecom' });
  await server.register(identityPageRoutes, { identity, base: mountPath, prefix: '/identity' });
  await server.register(resetRoutes, { reset: () => reset(external) });
  await server.register(brandRoutes, { brand: external.brand });
  await server.register(panelRoutes, {
    brandStyle: external.brandStyle,
    brand: external.brand,
    outbox,
    clock,
    fault,
    companyFault: company.fault,
    accountState,
  });
}

/** The APIs that the service calls. */
async function gateways(server: FastifyInstance, external: ExternalServices) {
  const { clock, outbox, fault, apps, wecom, identity, publicUrl, cms } = external;
  const messages = { account: external.smsAccount, outbox, fault, now: clock.now };
  await server.register(aliyunRoutes, { ...messages, prefix: '/sms/aliyun' });
  await server.register(tencentRoutes, { ...messages, prefix: '/sms/tencent' });
  for (const [name, { gateway }] of appsIn(apps)) await server.register(gateway, { prefix: `/${name}` });
  await server.register(wecomGatewayRoutes, { wecom, prefix: '/wecom' });
  await server.register(identityGatewayRoutes, { identity, publicUrl, prefix: '/identity' });
  await server.register(cmsRoutes, { cms, prefix: '/cms' });
  await server.register(demoClientLogoutRoutes, { ...external.demoClient, prefix: demoClientPath });
}
