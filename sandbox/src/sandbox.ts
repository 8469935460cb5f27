import fastify, { type FastifyInstance } from 'fastify';
import { alipayAccess } from './alipay/alipay-account.ts';
import { alipayGatewayRoutes } from './alipay/alipay-gateway.ts';
import { alipayScanner } from './phone/alipay-scanner.ts';
import { type AlipayWallet, createAlipayWallet } from './alipay/alipay-wallet.ts';
import { type Chat, createChat } from './chat/chat.ts';
import { chatRoutes } from './chat/chat.routes.ts';
import { type Clock, createClock } from './clock/clock.ts';
import { clockRoutes } from './clock/clock.routes.ts';
import { type Cms, createCms } from './cms/cms.ts';
import { cmsEditorRoutes, cmsRoutes } from './cms/cms.routes.ts';
import { companyBackChannelRoutes, createCompanyIdps, type CompanyIdps, companyIdpRoutes } from './sso/company-idps.ts';
import { dingtalkAccess } from './dingtalk/dingtalk-account.ts';
import { createDingtalk, type Dingtalk } from './dingtalk/dingtalk-app.ts';
import { dingtalkGatewayRoutes } from './dingtalk/dingtalk-gateway.ts';
import { dingtalkRoutes } from './dingtalk/dingtalk.routes.ts';
import type { EventCounts } from './funnel/funnel.ts';
import { funnelRoutes } from './funnel/funnel.routes.ts';
import {
  createIdentityVerifier,
  identityGatewayRoutes,
  identityPageRoutes,
  type IdentityVerifier,
} from './identity/identity.routes.ts';
import { acceptForms } from './http/request-body.ts';
import { startMailServer } from './mail/mail-server.ts';
import { createOutbox, type Outbox } from './outbox/outbox.ts';
import { outboxRoutes } from './outbox/outbox.routes.ts';
import { inAppLoginRoutes } from './in-app-login/in-app-login.routes.ts';
import { panelRoutes } from './panel/panel.routes.ts';
import { people } from './people.ts';
import { dingtalkScanner } from './phone/dingtalk-scanner.ts';
import { createPhone, type Phone } from './phone/phone.ts';
import { phoneRoutes } from './phone/phone.routes.ts';
import { wechatScanner } from './phone/wechat-scanner.ts';
import { createServiceClient, type ServiceAccess } from './service-client.ts';
import { aliyunRoutes } from './sms/aliyun.ts';
import { smsAccess, smsAccount } from './sms/sms-account.ts';
import { createFault, type Fault } from './fault/fault.ts';
import { faultRoutes } from './fault/fault.routes.ts';
import { tencentRoutes } from './sms/tencent.ts';
import { wechatAccess } from './wechat/wechat-account.ts';
import { createWechat, type Wechat } from './wechat/wechat-app.ts';
import { corporation, wecomAccess } from './wecom/wecom-account.ts';
import { createWecom, type Wecom } from './wecom/wecom-app.ts';
import { wecomGatewayRoutes, wecomPageRoutes } from './wecom/wecom.routes.ts';
import { wechatGatewayRoutes } from './wechat/wechat-gateway.ts';

interface ExternalServices {
  clock: Clock;
  outbox: Outbox;
  fault: Fault;
  alipay: { wallet: AlipayWallet; fault: Fault };
  wechat: Wechat;
  dingtalk: Dingtalk;
  phone: Phone;
  publicUrl: string;
  apiBase: string;
  company: CompanyIdps;
  wecom: Wecom;
  identity: IdentityVerifier;
  cms: Cms;
  chat: Chat;
  eventCounts: EventCounts;
}

function createExternalServices(hand: ServiceAccess, outbox?: Outbox): ExternalServices {
  const clock = createClock(hand);
  const { publicUrl, apiBase, callService } = hand;
  const place = { now: clock.now, publicUrl, apiBase };
  const known = people.flatMap(({ appAccounts, linkedApps = [] }) =>
    appAccounts ? [{ person: appAccounts.wechat, follows: linkedApps.includes('wechat') }] : [],
  );
  const wallet = createAlipayWallet(clock.now);
  const wechat = createWechat({ ...place, callService, known });
  const dingtalk = createDingtalk(place);
  const askService = createServiceClient(hand);
  return {
    clock,
    publicUrl,
    apiBase,
    outbox: outbox ?? createOutbox(clock.now),
    fault: createFault(),
    alipay: { wallet, fault: createFault() },
    wechat,
    dingtalk,
    phone: createPhone([
      wechatScanner(wechat, askService),
      alipayScanner(wallet, askService),
      dingtalkScanner(dingtalk),
    ]),
    company: createCompanyIdps(publicUrl, mountedAt, clock),
    wecom: createWecom({ ...place, callService }),
    identity: createIdentityVerifier({ ...place, callService }),
    cms: createCms(),
    chat: createChat(clock.now),
    eventCounts: hand.eventCounts ?? (async () => []),
  };
}

/** Where the service mounts what people's browsers see of the outside world. */
const mountedAt = '/sandbox';

/** The outside world, and a panel to try everything by hand. Register it with a prefix, only where nobody real is. */
export async function sandboxRoutes(app: FastifyInstance, hand: ServiceAccess & { outbox?: Outbox }) {
  const world = createExternalServices(hand, hand.outbox);
  await panel(app, world);
  await gateways(app, world);
}

/** The same with addresses of its own: gateways and a mail server on this machine, as far from the service as real ones. */
export async function startSandbox(hand: ServiceAccess) {
  const world = createExternalServices(hand);
  // Whoever is still connected when it closes is cut off: the outside world waits for nobody.
  const outside = fastify({ forceCloseConnections: true });
  await gateways(outside, world);
  await outside.register((scope) => companyBackChannelRoutes(scope, world.company), { prefix: mountedAt });
  const base = await outside.listen({ host: '127.0.0.1', port: 0 });
  const mail = await startMailServer(world.outbox, world.fault);
  const wecom = wecomAccess(`${base}/wecom`, `${hand.publicUrl}${mountedAt}/wecom`);
  return {
    outbox: world.outbox,
    fault: world.fault,
    /** What a customer of the gateways is told: where they are and how to get in. */
    sms: smsAccess(`${base}/sms`),
    mail: { url: mail.url },
    alipay: alipayAccess(`${base}/alipay/gateway.do`, `${hand.publicUrl}/sandbox/alipay/`),
    wechat: wechatAccess(`${base}/wechat`, `${hand.publicUrl}/sandbox/wechat`),
    dingtalk: dingtalkAccess(`${base}/dingtalk`, `${hand.publicUrl}/sandbox/dingtalk`),
    /** The other ends of them. */
    alipayApp: world.alipay,
    wechatApp: world.wechat,
    dingtalkApp: world.dingtalk,
    phone: world.phone,
    /** The companies' doors: what is stored of each, and where the service itself reaches them. */
    companies: world.company.connections,
    detour: (address: string) =>
      address.startsWith(`${world.company.base}/`) ? `${base}${address.slice(hand.publicUrl.length)}` : undefined,
    wecom: wecom.corp,
    wecomSuite: wecom.suite,
    /** Who of the corporation can scan. */
    wecomMembers: corporation.people,
    wecomApp: world.wecom,
    identity: { url: `${base}/identity`, secret: world.identity.secret },
    cms: { url: `${base}/cms/content.json`, publish: world.cms.publish },
    routes: (app: FastifyInstance) => panel(app, world),
    async close() {
      const { fault, alipay, wechat, dingtalk, company, wecom: chat } = world;
      for (const each of [fault, alipay.fault, wechat.fault, dingtalk.fault, company.fault, chat.fault])
        each.set('working');
      await Promise.all([outside.close(), mail.close()]);
    },
  };
}

export type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

async function panel(app: FastifyInstance, world: ExternalServices) {
  const {
    clock,
    outbox,
    fault,
    alipay,
    wechat,
    dingtalk,
    phone,
    publicUrl,
    company,
    wecom,
    identity,
    cms,
    chat,
    eventCounts,
  } = world;
  acceptForms(app);
  await companyIdpRoutes(app, company);
  app.get('/people', async () => ({ people }));
  await app.register(outboxRoutes, { outbox });
  await app.register(clockRoutes, { clock });
  await app.register(cmsEditorRoutes, { cms });
  await app.register(chatRoutes, { chat });
  await app.register(funnelRoutes, { eventCounts });
  await app.register(faultRoutes, { path: '/sms/fault', page: '#gateway', fault });
  await app.register(faultRoutes, { path: '/alipay/fault', page: '/phone#faults', fault: alipay.fault });
  await app.register(faultRoutes, { path: '/wechat/fault', page: '/phone#faults', fault: wechat.fault });
  await app.register(faultRoutes, { path: '/dingtalk/fault', page: '/phone#faults', fault: dingtalk.fault });
  await app.register(faultRoutes, { path: '/company/fault', page: '#companies', fault: company.fault });
  const faults = { alipay: alipay.fault, wechat: wechat.fault, dingtalk: dingtalk.fault };
  await app.register(phoneRoutes, { phone, clock, publicUrl, faults });
  const own = { wallet: alipay.wallet, wechat, dingtalk, publicUrl, apiBase: world.apiBase, base: mountedAt };
  await app.register(inAppLoginRoutes, own);
  await app.register(dingtalkRoutes, { dingtalk, prefix: '/dingtalk' });
  await app.register(wecomPageRoutes, { wecom, publicUrl, base: mountedAt, prefix: '/wecom' });
  await app.register(identityPageRoutes, { identity, base: mountedAt, prefix: '/identity' });
  await app.register(panelRoutes, { outbox, clock, fault, companyFault: company.fault });
}

async function gateways(app: FastifyInstance, world: ExternalServices) {
  const { clock, outbox, fault, alipay, wechat, dingtalk, wecom, identity, publicUrl, cms } = world;
  const gateway = { account: smsAccount, outbox, fault, now: clock.now };
  await app.register(aliyunRoutes, { ...gateway, prefix: '/sms/aliyun' });
  await app.register(tencentRoutes, { ...gateway, prefix: '/sms/tencent' });
  await app.register(alipayGatewayRoutes, { ...alipay, now: clock.now, prefix: '/alipay' });
  await app.register(wechatGatewayRoutes, { ...wechat, prefix: '/wechat' });
  await app.register(dingtalkGatewayRoutes, { ...dingtalk, prefix: '/dingtalk' });
  await app.register(wecomGatewayRoutes, { wecom, prefix: '/wecom' });
  await app.register(identityGatewayRoutes, { identity, publicUrl, prefix: '/identity' });
  await app.register(cmsRoutes, { cms, prefix: '/cms' });
}
