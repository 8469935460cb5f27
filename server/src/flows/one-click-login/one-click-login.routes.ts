import { agreementVersion } from '@foyer/contract/agreement-version';
import type { CallResponse } from '@foyer/contract/call';
import { transferLogin } from '@foyer/contract/flows/one-click-login';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import { createLinkScanIdentity } from '../../parts/qr-scan/link-scan-identity.ts';
import { createCompleteSignIn } from '../../parts/sign-in/complete-sign-in.ts';
import { resolveRedirect } from '../../parts/sign-in/resolve-redirect.ts';
import type { Sql } from '../../database/database.ts';
import { handleCall } from '../../http/route.ts';
import { withRollback } from '../../database/with-rollback.ts';
import { type KnownAccount, accountStore } from '../../store/accounts.ts';
import { handleHash } from '../../store/codes.ts';
import { replayableResultStore } from '../../store/replayable-results.ts';
import { type Scan, scanStore } from '../../store/scans.ts';

type Told = CallResponse<typeof transferLogin>;

const apps = {
  PC_WE_CHAT_USER_TRANSFER: 'wechat',
  PC_DING_USER_TRANSFER: 'dingtalk',
  PC_ALI_PAY_USER_TRANSFER: 'alipay',
} as const;

export function oneClickLoginRoutes(app: FastifyInstance, services: Services) {
  const { config, database, clock, secrets, notices, log, metrics } = services;
  const linkApp = createLinkScanIdentity(services);

  handleCall(app, config, transferLogin, async ({ data, credentials, redirectUrl }, context) => {
    const way = apps[credentials];
    const contextId = data.userInfoContextId;
    let linked: KnownAccount | undefined;
    /** The context, the link and the session, all or nothing. */
    const told = await withRollback<Told>(database.sql, async (tx, undo) => {
      const scan = await scanStore(tx, clock).spendContext(contextId, context.browserId, 'oneClick', way);
      if (!scan) return enterAgain(tx);
      const account =
        scan.mobile && (await accountStore(tx, agreementVersion).find({ kind: 'mobile', value: scan.mobile }));
      if (!account) return { is: 'authorisationExpired' };
      context.setLoggedAccount(account.ouid);
      if (account.disabledAt) return { is: 'accountDisabled' };
      if ((await linkApp(tx, account.ouid, scan)) !== 'linked') return undo({ is: 'authorisationExpired' });
      linked = account;
      return arriveAs(tx, account, scan);
    });

    if (linked) notices.tell(linked, `${way}Linked`, context);
    const line = { way, by: 'oneClick', result: told.is, address: context.maskedIp };
    log.info({ event: 'signIn', id: context.requestId, ...line, ...(linked && { account: linked.ouid }) });
    metrics.signIn(way, told.is);
    return told;

    /** The answer was lost: the same sign-in once more, in place of the first. The app is linked already. */
    async function enterAgain(tx: Sql): Promise<Told> {
      const click = { contextId, browser: context.browserId, app: way };
      const lost = replayableResultStore(tx, clock, secrets.codes);
      const scan = await lost.scanOf(click);
      const ouid = scan && (await lost.takeBackClick(click));
      const account = ouid && (await accountStore(tx, agreementVersion).find({ kind: 'ouid', value: ouid }));
      if (!account) return { is: 'authorisationExpired' };
      context.setLoggedAccount(account.ouid);
      return arriveAs(tx, account, scan);
    }

    function arriveAs(tx: Sql, account: KnownAccount, scan: Scan): Promise<Told> {
      const completeSignIn = createCompleteSignIn({ ...services, database: { ...database, sql: tx } });
      const target = resolveRedirect(config, context, [redirectUrl, scan.target ?? undefined]);
      const proof = handleHash(contextId);
      return completeSignIn(
        { account, way, factors: [way], target, proof, secondFactorAnyway: scan.elsewhere },
        context,
      );
    }
  });
}
