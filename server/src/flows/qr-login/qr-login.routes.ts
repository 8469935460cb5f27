import { mask } from '@foyer/contract/rules/account-rules';
import { agreementVersion } from '@foyer/contract/agreement-version';
import type { CallResponse } from '@foyer/contract/call';
import { bindMobile, oneClick, qr } from '@foyer/contract/limits';
import { pollAlipayScan, pollDingtalkScan, pollWechatScan, requestQr } from '@foyer/contract/flows/qr-login';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import { createLinkScanIdentity } from '../../parts/qr-scan/link-scan-identity.ts';
import { createCompleteSignIn } from '../../parts/sign-in/complete-sign-in.ts';
import { createScanSessions } from '../../parts/qr-scan/scan-session.ts';
import { resolveRedirect } from '../../parts/sign-in/resolve-redirect.ts';
import { handleCall } from '../../http/route.ts';
import type { RequestContext } from '../../http/request-context.ts';
import { type KnownAccount, accountStore } from '../../store/accounts.ts';
import { identityStore } from '../../store/identities.ts';
import { type Scan, scanStore } from '../../store/scans.ts';
import { callbackOf, wechatScene } from './callback-urls.ts';

type Told = CallResponse<typeof pollDingtalkScan>;
type Question = Parameters<ReturnType<typeof createScanSessions>['poll']>[0];

const apps = { WECHAT_OFFICIAL_ACCOUNT: 'wechat', ALIPAY_MINI: 'alipay', DING_TALK_EXTERNAL: 'dingtalk' } as const;
/** Only these check a number before they tell it; anybody can write another's into the others. */
const vouchFor: readonly Scan['app'][] = ['alipay', 'dingtalk'];

export function qrLoginRoutes(app: FastifyInstance, services: Services) {
  const { config, database, clock, scanApps, qrRateLimit, log, metrics } = services;
  const desk = createScanSessions(services);
  const linkApp = createLinkScanIdentity(services);
  const scans = scanStore(database.sql, clock);
  const accounts = accountStore(database.sql, agreementVersion);
  const identities = identityStore(database.sql);

  handleCall(
    app,
    config,
    requestQr,
    async ({ thirdparty, ...ask }, context): Promise<CallResponse<typeof requestQr>> => {
      const name = apps[thirdparty];
      if (!scanApps[name]) return { is: 'notFound' };
      const retryAfter = await qrRateLimit(context.clientIp);
      if (retryAfter !== undefined) return { is: 'tooManyRequests', data: { retryAfter } };
      const { replaces, redirectUrl, fingerprint } = ask;
      const { loginId, scene, sceneId } = await desk.open({ app: name, replaces, redirectUrl, fingerprint }, context);

      if (name === 'alipay' && scanApps.alipay)
        return { is: 'done', data: { kind: 'content', url: scanApps.alipay.link(scene), loginId } };
      if (name === 'dingtalk' && scanApps.dingtalk) {
        const url = scanApps.dingtalk.pageUrl({ state: scene, redirectUri: callbackOf(config, 'dingtalk') });
        return { is: 'done', data: { kind: 'frame', url, loginId } };
      }
      const made = await scanApps.wechat?.requestQr(wechatScene(scene), qr.expiresAfter);
      if (made?.is === 'ok') return { is: 'done', data: { kind: 'content', url: made.url, loginId, sceneId } };
      log.error({ event: 'scanAppAway', id: context.requestId, app: name, why: made?.why });
      return { is: 'providerError' };
    },
  );

  handleCall(
    app,
    config,
    pollWechatScan,
    async (ask, context) => (await result({ app: 'wechat', ...ask }, context)).told,
  );

  handleCall(app, config, pollAlipayScan, async (ask, context) => {
    const { told, scan } = await result({ app: 'alipay', ...ask }, context);
    return told.is === 'needsMobile' && scan?.outsideMainland ? { is: 'mainlandMobileOnly' } : told;
  });

  handleCall(app, config, pollDingtalkScan, async ({ preLoginId: loginId }, context) => {
    const { told } = await result({ app: 'returned', loginId }, context);
    return told;
  });

  async function result(question: Question, context: RequestContext): Promise<{ told: Told; scan?: Scan }> {
    const standing = await desk.poll(question, context.browserId);
    if (standing.is === 'tooOften')
      return { told: { is: 'tooManyRequests', data: { retryAfter: standing.retryAfter } } };
    if (standing.is === 'pending') return { told: { is: 'pending', data: { scanned: standing.scanned } } };

    const way = standing.is === 'over' ? question.app : standing.is === 'confirmed' ? standing.scan.app : standing.app;
    const tell = (told: Told, ouid?: string): Told => {
      const line = { way, result: told.is, address: context.maskedIp };
      log.info({ event: 'signIn', id: context.requestId, ...line, ...(ouid && { account: ouid }) });
      metrics.signIn(way, told.is);
      return told;
    };
    switch (standing.is) {
      case 'over':
        return { told: tell({ is: 'authorisationExpired' }) };
      case 'declined':
        return { told: tell({ is: 'scanDeclined' }) };
      case 'failed':
        return { told: tell({ is: 'providerError' }) };
      case 'confirmed': {
        const { scan } = standing;
        const link = await identities.find(scan.subjects ?? []);
        const account = link && (await accounts.find({ kind: 'ouid', value: link.account }));
        if (!account) return { told: tell(await goOn(scan, question.loginId)), scan };
        context.setLoggedAccount(account.ouid);
        return { told: tell(await enter(scan, account, link.isWhole, context), account.ouid), scan };
      }
    }
  }

  /** The scan and the session, both or neither; of all who ask at once, one gets them. */
  async function enter(scan: Scan, account: KnownAccount, isWhole: boolean, context: RequestContext): Promise<Told> {
    return database.sql.transaction(async (tx) => {
      const used = await scanStore(tx, clock).use(scan);
      if (!used) return { is: 'authorisationExpired' };
      if (used.elsewhere && !account.mobile) return { is: 'scanFromElsewhere' };
      if (!isWhole) await linkApp(tx, account.ouid, used);
      const completeSignIn = createCompleteSignIn({ ...services, database: { ...database, sql: tx } });
      const target = resolveRedirect(config, context, [used.target ?? undefined]);
      const { app: way, elsewhere: secondFactorAnyway } = used;
      return completeSignIn({ account, way, factors: [way], target, secondFactorAnyway }, context);
    });
  }

  /** A stranger: with the number's own account where the app vouches for the number, else by binding one. */
  async function goOn(scan: Scan, loginId: string): Promise<Told> {
    const mobile = vouchFor.includes(scan.app) ? scan.mobile : null;
    const owner = mobile === null ? undefined : await accounts.find({ kind: 'mobile', value: mobile });
    const isFree = owner !== undefined && !(await identities.hasOther(owner.ouid, scan.app, scan.subjects ?? []));
    const contextId = desk.contextIdFor(loginId);
    const given = await scans.giveContext(
      scan,
      contextId,
      isFree ? 'oneClick' : 'bind',
      isFree ? oneClick.lifetime : bindMobile.lifetime,
    );
    if (!given) return { is: 'authorisationExpired' };
    // A number whose account has another of this app would be refused: another has to be given.
    const principal = mobile === null || (owner && !isFree) ? {} : { principal: mask(mobile) };
    return {
      is: given.contextFor === 'oneClick' ? 'mobileAlreadyBound' : 'needsMobile',
      data: { userInfoContextId: contextId, ...principal },
    };
  }
}
