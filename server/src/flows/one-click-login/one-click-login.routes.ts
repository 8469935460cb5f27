import type { CallResponse } from '@foyer/contract/call';
import { transferLogin } from '@foyer/contract/flows/one-click-login';
import type { FastifyInstance } from 'fastify';
import { type Services, inTransaction } from '../../services.ts';
import { linkScanIdentity } from '../../parts/qr-scan/scan-session.ts';
import { completeSignIn } from '../../parts/sign-in/complete-sign-in.ts';
import { recordSignIn } from '../../parts/sign-in/record-sign-in.ts';
import { resolveRedirect } from '../../parts/sign-in/resolve-redirect.ts';
import { handleCall } from '../../http/route.ts';
import { sha256 } from '../../platform/sha256.ts';
import type { KnownAccount } from '../../store/accounts.ts';
import type { Scan } from '../../store/scans.ts';

type Response = CallResponse<typeof transferLogin>;

const apps = {
  PC_WE_CHAT_USER_TRANSFER: 'wechat',
  PC_DING_USER_TRANSFER: 'dingtalk',
  PC_ALI_PAY_USER_TRANSFER: 'alipay',
} as const;

export function oneClickLoginRoutes(app: FastifyInstance, services: Services) {
  const { config, notices } = services;

  handleCall(app, config, transferLogin, async ({ data, credentials, redirectUrl }, context) => {
    const method = apps[credentials];
    const contextId = data.userInfoContextId;
    const { browserId } = context;
    let linked: KnownAccount | undefined;

    const response = await inTransaction<Response>(services, async (tx, rollback) => {
      const scan = await tx.stores.scans.useContext(contextId, browserId, 'oneClick', method);
      if (!scan) return signInAgain(tx);
      const account = scan.mobile && (await tx.stores.accounts.find({ kind: 'mobile', value: scan.mobile }));
      if (!account) return { is: 'authorisationExpired' };
      context.setLoggedAccount(account.ouid);
      if (account.disabledAt) return { is: 'accountDisabled' };
      const link = await linkScanIdentity(tx, account.ouid, scan);
      if (link !== 'linked') return rollback({ is: 'authorisationExpired' });
      linked = account;
      return signIn(tx, account, scan);
    });

    if (linked) notices.send(linked, `${method}Linked`, context);
    return recordSignIn(services, context, response, { method, by: 'oneClick', account: linked?.ouid });

    /** The first response was lost: a new session replaces the one of that response. The app is linked already. */
    async function signInAgain(tx: Services): Promise<Response> {
      const { accounts, replayableResults } = tx.stores;
      const click = { contextId, browserId, app: method };
      const scan = await replayableResults.findOneClickScan(click);
      const ouid = scan && (await replayableResults.revokeOneClick(click));
      const account = ouid && (await accounts.findByOuid(ouid));
      if (!account) return { is: 'authorisationExpired' };
      context.setLoggedAccount(account.ouid);
      return signIn(tx, account, scan);
    }

    function signIn(tx: Services, account: KnownAccount, scan: Scan): Promise<Response> {
      const proven = {
        account,
        method,
        factors: [method],
        redirectUrl: resolveRedirect(config, context, redirectUrl, scan.redirectUrl),
        proofHash: sha256(contextId),
        requireSecondFactor: scan.otherCountry,
      };
      return completeSignIn(tx, proven, context);
    }
  });
}
