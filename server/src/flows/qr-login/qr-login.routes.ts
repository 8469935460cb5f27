import { mask } from '@foyer/contract/rules/account-rules';
import { agreementVersion } from '@foyer/contract/agreement-version';
import type { Answer } from '@foyer/contract/call';
import { bindMobile, oneClick, qr } from '@foyer/contract/limits';
import { askAlipayScan, askDingtalkScan, askWechatScan, requestQr } from '@foyer/contract/flows/qr-login';
import type { FastifyInstance } from 'fastify';
import type { House } from '../../services.ts';
import { createAppLink } from '../../parts/qr-scan/link-scan-identity.ts';
import { createArrival } from '../../parts/sign-in/complete-sign-in.ts';
import { createScanDesk } from '../../parts/qr-scan/scan-session.ts';
import { targetOf } from '../../parts/sign-in/resolve-redirect.ts';
import { answer } from '../../http/route.ts';
import type { Visitor } from '../../http/request-context.ts';
import { type KnownAccount, accountStore } from '../../store/accounts.ts';
import { identityStore } from '../../store/identities.ts';
import { type Scan, scanStore } from '../../store/scans.ts';
import { callbackOf, wechatScene } from './callback-urls.ts';

type Told = Answer<typeof askDingtalkScan>;
type Question = Parameters<ReturnType<typeof createScanDesk>['ask']>[0];

const apps = { WECHAT_OFFICIAL_ACCOUNT: 'wechat', ALIPAY_MINI: 'alipay', DING_TALK_EXTERNAL: 'dingtalk' } as const;
/** Only these check a number before they tell it; anybody can write another's into the others. */
const vouchFor: readonly Scan['app'][] = ['alipay', 'dingtalk'];

export function qrLoginRoutes(app: FastifyInstance, house: House) {
  const { config, database, clock, scanApps, qrLimit, log, metrics } = house;
  const desk = createScanDesk(house);
  const linkApp = createAppLink(house);
  const scans = scanStore(database.sql, clock);
  const accounts = accountStore(database.sql, agreementVersion);
  const identities = identityStore(database.sql);

  answer(app, config, requestQr, async ({ thirdparty, ...ask }, visitor): Promise<Answer<typeof requestQr>> => {
    const name = apps[thirdparty];
    if (!scanApps[name]) return { is: 'notFound' };
    const retryAfter = await qrLimit(visitor.address);
    if (retryAfter !== undefined) return { is: 'tooMany', data: { retryAfter } };
    const { replaces, redirectUrl, fingerprint } = ask;
    const { loginId, scene, sceneId } = await desk.open({ app: name, replaces, redirectUrl, fingerprint }, visitor);

    if (name === 'alipay' && scanApps.alipay)
      return { is: 'done', data: { kind: 'content', url: scanApps.alipay.link(scene), loginId } };
    if (name === 'dingtalk' && scanApps.dingtalk) {
      const url = scanApps.dingtalk.pageUrl({ state: scene, redirectUri: callbackOf(config, 'dingtalk') });
      return { is: 'done', data: { kind: 'frame', url, loginId } };
    }
    const made = await scanApps.wechat?.requestQr(wechatScene(scene), qr.expiresAfter);
    if (made?.is === 'told') return { is: 'done', data: { kind: 'content', url: made.url, loginId, sceneId } };
    log.error({ event: 'scanAppAway', id: visitor.requestId, app: name, why: made?.why });
    return { is: 'providerFault' };
  });

  answer(app, config, askWechatScan, async (ask, visitor) => (await result({ app: 'wechat', ...ask }, visitor)).told);

  answer(app, config, askAlipayScan, async (ask, visitor) => {
    const { told, scan } = await result({ app: 'alipay', ...ask }, visitor);
    return told.is === 'needsMobile' && scan?.outsideMainland ? { is: 'mainlandMobileOnly' } : told;
  });

  answer(app, config, askDingtalkScan, async ({ preLoginId: loginId }, visitor) => {
    const { told } = await result({ app: 'returned', loginId }, visitor);
    return told;
  });

  async function result(question: Question, visitor: Visitor): Promise<{ told: Told; scan?: Scan }> {
    const standing = await desk.ask(question, visitor.browser);
    if (standing.is === 'tooOften') return { told: { is: 'tooMany', data: { retryAfter: standing.retryAfter } } };
    if (standing.is === 'nothingYet') return { told: { is: 'nothingYet', data: { scanned: standing.scanned } } };

    const way = standing.is === 'over' ? question.app : standing.is === 'confirmed' ? standing.scan.app : standing.app;
    const tell = (told: Told, ouid?: string): Told => {
      const line = { way, result: told.is, address: visitor.addressShown };
      log.info({ event: 'signIn', id: visitor.requestId, ...line, ...(ouid && { account: ouid }) });
      metrics.signIn(way, told.is);
      return told;
    };
    switch (standing.is) {
      case 'over':
        return { told: tell({ is: 'authorisationExpired' }) };
      case 'declined':
        return { told: tell({ is: 'scanDeclined' }) };
      case 'failed':
        return { told: tell({ is: 'providerFault' }) };
      case 'confirmed': {
        const { scan } = standing;
        const link = await identities.find(scan.subjects ?? []);
        const account = link && (await accounts.find({ kind: 'ouid', value: link.account }));
        if (!account) return { told: tell(await goOn(scan, question.loginId)), scan };
        visitor.isAccount(account.ouid);
        return { told: tell(await enter(scan, account, link.isWhole, visitor), account.ouid), scan };
      }
    }
  }

  /** The scan and the session, both or neither; of all who ask at once, one gets them. */
  async function enter(scan: Scan, account: KnownAccount, isWhole: boolean, visitor: Visitor): Promise<Told> {
    return database.sql.transaction(async (tx) => {
      const used = await scanStore(tx, clock).use(scan);
      if (!used) return { is: 'authorisationExpired' };
      if (used.elsewhere && !account.mobile) return { is: 'scanFromElsewhere' };
      if (!isWhole) await linkApp(tx, account.ouid, used);
      const arrive = createArrival({ ...house, database: { ...database, sql: tx } });
      const target = targetOf(config, visitor, [used.target ?? undefined]);
      const { app: way, elsewhere: secondFactorAnyway } = used;
      return arrive({ account, way, factors: [way], target, secondFactorAnyway }, visitor);
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
      isFree ? oneClick.livesFor : bindMobile.livesFor,
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
