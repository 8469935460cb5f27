import { appOfTransfer } from '@foyer/contract/apps/wire-of-apps';
import type { CallResponse } from '@foyer/contract/call';
import { transferLogin } from '@foyer/contract/flows/one-click-login';
import type { FastifyInstance } from 'fastify';
import { type Services, inTransaction } from '../../services.ts';
import { findLinkConflict, subjectsOf } from '../../parts/qr-scan/scan-session.ts';
import { completeSignIn } from '../../parts/sign-in/complete-sign-in.ts';
import { secondFactorsOf } from '../../parts/sign-in/second-factors.ts';
import { recordSignIn } from '../../parts/sign-in/record-sign-in.ts';
import { resolveRedirect } from '../../parts/sign-in/resolve-redirect.ts';
import { handleCall } from '../../parts/access/handle-call.ts';
import { sha256 } from '../../platform/sha256.ts';
import type { AccountWithAgreement } from '../../store/accounts/accounts.ts';
import type { Scan } from '../../store/sign-in/scans.ts';

type Response = CallResponse<typeof transferLogin>;

export function oneClickLoginRoutes(server: FastifyInstance, services: Services) {
  const { config } = services;

  handleCall(server, services, transferLogin, async ({ data, credentials, redirectUrl }, context) => {
    const method = appOfTransfer(credentials);
    const contextId = data.userInfoContextId;
    const { browserId } = context;
    let ouid: string | undefined;

    const response = await inTransaction<Response>(services, async (tx, rollback) => {
      const scan = await tx.stores.scans.consumeContext(contextId, browserId, 'oneClick', method);
      if (!scan) return (await signInAgain(tx)) ?? rollback({ is: 'authorisationExpired' });
      const account = scan.mobile && (await tx.stores.accounts.findLocked({ kind: 'mobile', value: scan.mobile }));
      if (!account) return { is: 'authorisationExpired' };
      context.setLoggedAccount(account.ouid);
      if (account.disabledAt) return { is: 'accountDisabled' };
      // The app vouches for the number, but no code can be sent to it here.
      if (scan.otherCountry && (await secondFactorsOf(tx, account, [])).length === 0)
        return rollback({ is: 'authorisationExpired' });
      if (await findLinkConflict(tx, account.ouid, scan)) return rollback({ is: 'authorisationExpired' });
      ouid = account.ouid;
      return (await signIn(tx, account, scan)) ?? rollback({ is: 'authorisationExpired' });
    });

    return recordSignIn(services, context, response, { method, by: 'oneClick', account: ouid });

    /** The first response was lost: a new session replaces the one of that response. */
    async function signInAgain(tx: Services): Promise<Response | undefined> {
      const { accounts, retries } = tx.stores;
      const click = { contextId, browserId, app: method };
      const scan = await retries.findOneClickScan(click);
      const revoked = scan?.mobile && (await retries.revokeOneClick(click));
      // The owner may have replaced the number since, and unlinked the app.
      const account = revoked && (await accounts.findLocked({ kind: 'mobile', value: scan.mobile! }));
      if (!account || account.ouid !== revoked) return { is: 'authorisationExpired' };
      context.setLoggedAccount(account.ouid);
      return signIn(tx, account, scan);
    }

    /** Undefined when the app was linked elsewhere in the meantime. */
    async function signIn(tx: Services, account: AccountWithAgreement, scan: Scan): Promise<Response | undefined> {
      const proven = {
        account,
        method,
        // The app is linked by this sign-in: what counts is the number that it vouches for.
        factors: ['sms'],
        redirectUrl: resolveRedirect(config, context, redirectUrl, scan.redirectUrl),
        usedHandleHash: sha256(contextId),
        requireSecondFactor: scan.otherCountry,
        link: subjectsOf(scan),
      };
      const result = await completeSignIn(tx, proven, context);
      return result.is === 'boundElsewhere' ? undefined : result;
    }
  });
}
