import { agreementVersion } from '@foyer/contract/agreement-version';
import { bindMobileTo } from '@foyer/contract/flows/bind-mobile';
import type { CallResponse, RequestOf } from '@foyer/contract/call';
import { type ScanApp, scanApps } from '@foyer/contract/apps/scan-apps';
import type { FastifyInstance } from 'fastify';
import { type Services, inTransaction } from '../../services.ts';
import { refuseReservedContact } from '../../parts/contact-change/reserved-contact.ts';
import { findLinkConflict, subjectsOf } from '../../parts/qr-scan/scan-session.ts';
import { completeSignIn } from '../../parts/sign-in/complete-sign-in.ts';
import { acceptAgreement } from '../../parts/sign-in/accept-agreement.ts';
import { recordSignIn } from '../../parts/sign-in/record-sign-in.ts';
import { checkCode } from '../../parts/one-time-code/code-check.ts';
import { resolveRedirect } from '../../parts/sign-in/resolve-redirect.ts';
import { handleCall } from '../../parts/access/handle-call.ts';
import type { RequestContext } from '../../http/requests/request-context.ts';
import { sha256 } from '../../platform/sha256.ts';
import type { AccountWithAgreement } from '../../store/accounts/accounts.ts';

type BindMobile = (typeof bindMobileTo)[ScanApp];
type Request = RequestOf<BindMobile>;
type Response = CallResponse<BindMobile>;
type BindResult = { response: Response; account?: AccountWithAgreement };

export function bindMobileRoutes(server: FastifyInstance, services: Services) {
  const { config, codeRecipients, stores } = services;

  codeRecipients.BIND_MOBILE = async (preServiceId, { browserId }, _kind, principal) => {
    const scan = await stores.scans.findBindContext(preServiceId, browserId);
    const reported = scan?.mobile ? ({ kind: 'mobile', value: scan.mobile } as const) : undefined;
    const recipient = scan && (principal ?? reported);
    return recipient && { account: undefined, recipient, isRevealed: true };
  };

  for (const name of scanApps)
    handleCall(server, services, bindMobileTo[name], (request, context) => handleBind(name, request, context));

  async function handleBind(method: ScanApp, request: Request, context: RequestContext): Promise<Response> {
    const { response, account } = await bind(method, request, context);
    return recordSignIn(services, context, response, { method, by: 'bind', account: account?.ouid });
  }

  async function bind(method: ScanApp, request: Request, context: RequestContext): Promise<BindResult> {
    const { credentials, serviceId, mobile: typedMobile, loginId, userInfoContextId, agreed } = request;
    const scan = await stores.scans.findBindContext(userInfoContextId, context.browserId, method);
    const isSameScan = loginId === undefined || sha256(loginId) === scan?.loginIdHash;
    if (!scan || !isSameScan) return { response: { is: 'authorisationExpired' } };
    // Without a typed number the app vouches for the number that was shown, and agreement is asked for after sign-in.
    if (typedMobile !== undefined && !agreed)
      return { response: { is: 'needsAgreement', data: { version: agreementVersion } } };

    const lookup = { serviceId, browserId: context.browserId, bizTypes: ['BIND_MOBILE'] } as const;
    const checked = await checkCode(services, lookup, credentials, context);
    if (checked.is !== 'right') return { response: checked };
    const { previousHandleHash, recipient } = checked.details;
    if (previousHandleHash !== sha256(userInfoContextId) || recipient.value !== (typedMobile ?? scan.mobile))
      return { response: { is: 'unknownServiceId' } };

    const result = await inTransaction<BindResult>(services, (tx, rollback) =>
      signIn(tx, (response) => rollback({ response }), method, request, context),
    );
    if (result.account) context.setLoggedAccount(result.account.ouid);
    return result;
  }

  async function signIn(
    tx: Services,
    rollback: (response: Response) => never,
    method: ScanApp,
    { serviceId, userInfoContextId, agreed, redirectUrl }: Request,
    context: RequestContext,
  ): Promise<BindResult> {
    const { accounts, audit, codes, scans } = tx.stores;
    const { browserId } = context;
    const verified = await codes.useVerified({ serviceId, browserId, bizTypes: ['BIND_MOBILE'] });
    if (!verified) return rollback({ is: 'expiredCode' });
    const scan = await scans.consumeContext(userInfoContextId, browserId, 'bind', method);
    if (!scan) return rollback({ is: 'authorisationExpired' });

    const reserved = await refuseReservedContact(tx, verified.recipient);
    if (reserved) return rollback(reserved);
    const { account: found, isNew } = await accounts.findOrCreate(verified.recipient);
    if (found.disabledAt) return rollback({ is: 'accountDisabled' });
    const conflict = await findLinkConflict(tx, found.ouid, scan);
    if (conflict === 'boundElsewhere') return rollback({ is: 'boundElsewhere', data: { app: method } });
    if (conflict === 'taken') return rollback({ is: 'authorisationExpired' });
    // The owner may have replaced the number before the account was locked.
    if ((await accounts.find(verified.recipient))?.ouid !== found.ouid) return rollback({ is: 'authorisationExpired' });
    if (isNew) await audit.record({ account: found.ouid, type: 'accountCreated', method }, context);
    if (agreed) await acceptAgreement(tx.stores, found.ouid, context);

    const account = { ...found, agreed: found.agreed || agreed };
    const proven = {
      account,
      method,
      // The app is linked by this sign-in, and anyone may link an app of their own: it counts from the next sign-in on.
      factors: ['sms'],
      redirectUrl: resolveRedirect(config, context, redirectUrl, scan.redirectUrl),
      link: subjectsOf(scan),
      isNewAccount: isNew,
    };
    const result = await completeSignIn(tx, proven, context);
    if (result.is === 'boundElsewhere') return rollback({ is: 'authorisationExpired' });
    if (result.is !== 'done') return { response: result, account };
    return { response: { is: 'done', data: { ...result.data, newUser: isNew } }, account };
  }
}
