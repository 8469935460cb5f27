import { agreementVersion } from '@foyer/contract/agreement-version';
import { bindMobileToAlipay, bindMobileToDingtalk, bindMobileToWechat } from '@foyer/contract/flows/bind-mobile';
import type { Answer, RequestOf } from '@foyer/contract/call';
import type { ScanApp } from '@foyer/contract/pages/page-config';
import type { FastifyInstance } from 'fastify';
import type { House } from '../../services.ts';
import { createAppLink } from '../../parts/qr-scan/link-scan-identity.ts';
import { createArrival } from '../../parts/sign-in/complete-sign-in.ts';
import { createCodeCheck } from '../../parts/one-time-code/code-check.ts';
import { targetOf } from '../../parts/sign-in/resolve-redirect.ts';
import type { Sql } from '../../database/database.ts';
import { answer } from '../../http/route.ts';
import { undoable } from '../../database/with-rollback.ts';
import type { Visitor } from '../../http/request-context.ts';
import { type KnownAccount, accountStore } from '../../store/accounts.ts';
import { codeStore, handleHash } from '../../store/codes.ts';
import { consentStore } from '../../store/consents.ts';
import { scanStore } from '../../store/scans.ts';

type Ask = RequestOf<typeof bindMobileToWechat>;
type Told = Answer<typeof bindMobileToWechat>;

export function bindMobileRoutes(app: FastifyInstance, house: House) {
  const { config, database, clock, chance, secrets, heldTargets, notices, log, metrics } = house;
  const scans = scanStore(database.sql, clock);
  const checkCode = createCodeCheck(house);
  const linkApp = createAppLink(house);

  heldTargets.BIND_MOBILE = async (preServiceId, { browser }, named) => {
    const context = await scans.findContext(preServiceId, browser);
    const known = context?.mobile ? ({ kind: 'mobile', value: context.mobile } as const) : undefined;
    const address = context && (named ?? known);
    return address && { account: undefined, address, told: true };
  };

  answer(app, config, bindMobileToWechat, (ask, visitor) => bind('wechat', ask, visitor));
  answer(app, config, bindMobileToDingtalk, (ask, visitor) => bind('dingtalk', ask, visitor));
  answer(app, config, bindMobileToAlipay, (ask, visitor) => bind('alipay', ask, visitor));

  async function bind(way: ScanApp, ask: Ask, visitor: Visitor): Promise<Told> {
    const { told, account } = await goOn(way, ask, visitor);
    const line = { way, by: 'bind', result: told.is, address: visitor.addressShown };
    log.info({ event: 'signIn', id: visitor.requestId, ...line, ...(account && { account: account.ouid }) });
    metrics.signIn(way, told.is);
    return told;
  }

  async function goOn(way: ScanApp, ask: Ask, visitor: Visitor): Promise<Entered> {
    const { credentials, serviceId, mobile: named, loginId, userInfoContextId, agreed } = ask;
    const context = await scans.findContext(userInfoContextId, visitor.browser, way);
    const isItsOwn = loginId === undefined || handleHash(loginId) === context?.loginHash;
    if (!context || !isItsOwn) return { told: { is: 'authorisationExpired' } };
    // A number that the app vouches for was shown and not typed: the agreement is asked for after it.
    if (named !== undefined && !agreed) return { told: { is: 'needsAgreement', data: { version: agreementVersion } } };

    const asking = { serviceId, browser: visitor.browser, bizTypes: ['BIND_MOBILE'] } as const;
    const checked = await checkCode(asking, credentials);
    if (checked.is !== 'right') return { told: checked };
    const { heldBy, principal } = checked.proof;
    if (heldBy !== handleHash(userInfoContextId) || principal.value !== (named ?? context.mobile))
      return { told: { is: 'unknownService' } };

    const entered = await undoable<Entered>(database.sql, (tx, undo) =>
      enter(tx, (told) => undo({ told }), way, ask, visitor),
    );
    if (entered.account) visitor.isAccount(entered.account.ouid);
    if (entered.account && !entered.isNew) notices.tell(entered.account, `${way}Linked`, visitor);
    return entered;
  }

  /** The proof, the context, the account, the link and the session, all or nothing. */
  async function enter(
    tx: Sql,
    undo: (told: Told) => never,
    way: ScanApp,
    ask: Ask,
    visitor: Visitor,
  ): Promise<Entered> {
    const { serviceId, userInfoContextId, agreed, redirectUrl } = ask;
    const asking = { serviceId, browser: visitor.browser, bizTypes: ['BIND_MOBILE'] } as const;
    const proof = await codeStore(tx, clock, secrets.codes).spendProof(asking);
    if (!proof) return undo({ is: 'expiredCode' });
    const scan = await scanStore(tx, clock).spendContext(userInfoContextId, visitor.browser, 'bind', way);
    if (!scan) return undo({ is: 'authorisationExpired' });

    const people = accountStore(tx, agreementVersion);
    const now = new Date(clock.now());
    const isNew = await people.add({ ouid: chance.token(16), mobile: proof.principal.value, createdAt: now });
    const found = await people.find(proof.principal);
    if (!found) throw new Error('An account was neither there nor made');
    if (found.disabledAt) return undo({ is: 'accountDisabled' });
    const linking = await linkApp(tx, found.ouid, scan);
    if (linking === 'boundElsewhere') return undo({ is: 'boundElsewhere', data: { app: way } });
    if (linking === 'taken') return undo({ is: 'authorisationExpired' });
    const consent = { account: found.ouid, version: agreementVersion, language: visitor.language, agreedAt: now };
    if (agreed) await consentStore(tx).add(consent);

    const account = { ...found, agreed: found.agreed || agreed };
    const arrive = createArrival({ ...house, database: { ...database, sql: tx } });
    const target = targetOf(config, visitor, [redirectUrl, scan.target ?? undefined]);
    const arrival = await arrive({ account, way, factors: [way, 'sms'], target }, visitor);
    if (arrival.is !== 'done') return { told: arrival, account, isNew };
    return { told: { is: 'done', data: { ...arrival.data, newUser: isNew } }, account, isNew };
  }
}

interface Entered {
  told: Told;
  account?: KnownAccount;
  isNew?: boolean;
}
