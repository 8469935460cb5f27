import { agreementVersion } from '@foyer/contract/agreement-version';
import { bindMobileToAlipay, bindMobileToDingtalk, bindMobileToWechat } from '@foyer/contract/flows/bind-mobile';
import type { CallResponse, RequestOf } from '@foyer/contract/call';
import type { ScanApp } from '@foyer/contract/pages/page-config';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import { createLinkScanIdentity } from '../../parts/qr-scan/link-scan-identity.ts';
import { createCompleteSignIn } from '../../parts/sign-in/complete-sign-in.ts';
import { createCodeCheck } from '../../parts/one-time-code/code-check.ts';
import { resolveRedirect } from '../../parts/sign-in/resolve-redirect.ts';
import type { Sql } from '../../database/database.ts';
import { handleCall } from '../../http/route.ts';
import { withRollback } from '../../database/with-rollback.ts';
import type { RequestContext } from '../../http/request-context.ts';
import { type KnownAccount, accountStore } from '../../store/accounts.ts';
import { codeStore, handleHash } from '../../store/codes.ts';
import { consentStore } from '../../store/consents.ts';
import { scanStore } from '../../store/scans.ts';

type Ask = RequestOf<typeof bindMobileToWechat>;
type Told = CallResponse<typeof bindMobileToWechat>;

export function bindMobileRoutes(app: FastifyInstance, services: Services) {
  const { config, database, clock, random, secrets, codeRecipients, notices, log, metrics } = services;
  const scans = scanStore(database.sql, clock);
  const checkCode = createCodeCheck(services);
  const linkApp = createLinkScanIdentity(services);

  codeRecipients.BIND_MOBILE = async (preServiceId, { browserId }, named) => {
    const context = await scans.findContext(preServiceId, browserId);
    const known = context?.mobile ? ({ kind: 'mobile', value: context.mobile } as const) : undefined;
    const address = context && (named ?? known);
    return address && { account: undefined, address, told: true };
  };

  handleCall(app, config, bindMobileToWechat, (ask, context) => bind('wechat', ask, context));
  handleCall(app, config, bindMobileToDingtalk, (ask, context) => bind('dingtalk', ask, context));
  handleCall(app, config, bindMobileToAlipay, (ask, context) => bind('alipay', ask, context));

  async function bind(way: ScanApp, ask: Ask, context: RequestContext): Promise<Told> {
    const { told, account } = await goOn(way, ask, context);
    const line = { way, by: 'bind', result: told.is, address: context.maskedIp };
    log.info({ event: 'signIn', id: context.requestId, ...line, ...(account && { account: account.ouid }) });
    metrics.signIn(way, told.is);
    return told;
  }

  async function goOn(way: ScanApp, ask: Ask, context: RequestContext): Promise<Entered> {
    const { credentials, serviceId, mobile: named, loginId, userInfoContextId, agreed } = ask;
    const scan = await scans.findContext(userInfoContextId, context.browserId, way);
    const isItsOwn = loginId === undefined || handleHash(loginId) === scan?.loginHash;
    if (!scan || !isItsOwn) return { told: { is: 'authorisationExpired' } };
    // A number that the app vouches for was shown and not typed: the agreement is asked for after it.
    if (named !== undefined && !agreed) return { told: { is: 'needsAgreement', data: { version: agreementVersion } } };

    const asking = { serviceId, browser: context.browserId, bizTypes: ['BIND_MOBILE'] } as const;
    const checked = await checkCode(asking, credentials);
    if (checked.is !== 'right') return { told: checked };
    const { heldBy, principal } = checked.proof;
    if (heldBy !== handleHash(userInfoContextId) || principal.value !== (named ?? scan.mobile))
      return { told: { is: 'unknownService' } };

    const entered = await withRollback<Entered>(database.sql, (tx, undo) =>
      enter(tx, (told) => undo({ told }), way, ask, context),
    );
    if (entered.account) context.setLoggedAccount(entered.account.ouid);
    if (entered.account && !entered.isNew) notices.tell(entered.account, `${way}Linked`, context);
    return entered;
  }

  /** The proof, the context, the account, the link and the session, all or nothing. */
  async function enter(
    tx: Sql,
    undo: (told: Told) => never,
    way: ScanApp,
    ask: Ask,
    context: RequestContext,
  ): Promise<Entered> {
    const { serviceId, userInfoContextId, agreed, redirectUrl } = ask;
    const asking = { serviceId, browser: context.browserId, bizTypes: ['BIND_MOBILE'] } as const;
    const proof = await codeStore(tx, clock, secrets.codes).spendProof(asking);
    if (!proof) return undo({ is: 'expiredCode' });
    const scan = await scanStore(tx, clock).spendContext(userInfoContextId, context.browserId, 'bind', way);
    if (!scan) return undo({ is: 'authorisationExpired' });

    const people = accountStore(tx, agreementVersion);
    const now = new Date(clock.now());
    const isNew = await people.add({ ouid: random.token(16), mobile: proof.principal.value, createdAt: now });
    const found = await people.find(proof.principal);
    if (!found) throw new Error('An account was neither there nor made');
    if (found.disabledAt) return undo({ is: 'accountDisabled' });
    const linking = await linkApp(tx, found.ouid, scan);
    if (linking === 'boundElsewhere') return undo({ is: 'boundElsewhere', data: { app: way } });
    if (linking === 'taken') return undo({ is: 'authorisationExpired' });
    const consent = { account: found.ouid, version: agreementVersion, language: context.language, agreedAt: now };
    if (agreed) await consentStore(tx).add(consent);

    const account = { ...found, agreed: found.agreed || agreed };
    const completeSignIn = createCompleteSignIn({ ...services, database: { ...database, sql: tx } });
    const target = resolveRedirect(config, context, [redirectUrl, scan.target ?? undefined]);
    const arrival = await completeSignIn({ account, way, factors: [way, 'sms'], target }, context);
    if (arrival.is !== 'done') return { told: arrival, account, isNew };
    return { told: { is: 'done', data: { ...arrival.data, newUser: isNew } }, account, isNew };
  }
}

interface Entered {
  told: Told;
  account?: KnownAccount;
  isNew?: boolean;
}
