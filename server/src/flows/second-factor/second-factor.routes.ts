import type { CallResponse, RequestOf } from '@foyer/contract/call';
import { startStepUp, verifySecondFactor, verifyStoredFactor } from '@foyer/contract/flows/second-factor';
import { mask } from '@foyer/contract/rules/account-rules';
import type { SecondFactor } from '@foyer/contract/second-factors';
import type { SignInMethod } from '@foyer/contract/sign-in-methods';
import type { FastifyInstance } from 'fastify';
import { type Services, inTransaction } from '../../services.ts';
import {
  type CompletedPending,
  respondToSecondFactor,
  awaitingSecondFactor,
  completeSecondFactor,
  findPendingSecondFactor,
  completePending,
} from '../../parts/sign-in/complete-second-factor.ts';
import { askedFactors, raisingFactors } from '../../parts/sign-in/new-factors.ts';
import { maySetUpSecondFactor, secondFactorsOf } from '../../parts/sign-in/second-factors.ts';
import { recordSignIn } from '../../parts/sign-in/record-sign-in.ts';
import { checkCode } from '../../parts/one-time-code/code-check.ts';
import { browserOfHandedOver } from '../../parts/one-time-code/handed-over-code.ts';
import { resolveRedirect } from '../../parts/sign-in/resolve-redirect.ts';
import { readTotp } from '../../parts/stored-factor/authenticator.ts';
import { addAuthenticator, recordFactorChange } from '../../parts/stored-factor/change-factor.ts';
import { type StoredFactorCheck, checkStoredFactor } from '../../parts/stored-factor/stored-factor-check.ts';
import type { RequestContext } from '../../http/requests/request-context.ts';
import { handleCall } from '../../parts/access/handle-call.ts';
import { sha256 } from '../../platform/sha256.ts';
import type { AccountWithAgreement } from '../../store/accounts/accounts.ts';
import type { PendingSignIn } from '../../store/sign-in/pending-sign-ins.ts';
import type { Stores } from '../../store/stores.ts';

type Response = CallResponse<typeof verifySecondFactor>;
type StoredFactorResponse = CallResponse<typeof verifyStoredFactor>;

export function secondFactorRoutes(server: FastifyInstance, services: Services) {
  const { config, codeRecipients, stores } = services;

  codeRecipients.LOGIN_DOUBLE_CHECK = async (preServiceId, context) => {
    const found = await findPendingSecondFactor(services, preServiceId, context);
    if (!found?.account.mobile || !found.factors.includes('sms')) return undefined;
    const { ouid, mobile } = found.account;
    return { account: ouid, recipient: { kind: 'mobile', value: mobile }, isRevealed: true };
  };

  handleCall(server, services, startStepUp, async ({ redirectUrl }, context, current) => {
    const { account, session } = current;
    const factors = await raisingFactors(services, account, session);
    if (factors.length === 0) return { is: 'notFound' };
    const preServiceId = await stores.pendingSignIns.create({
      account: account.ouid,
      awaiting: 'stepUp',
      method: session.method as SignInMethod,
      factors: session.factors,
      browserId: context.ensureBrowserId(),
      redirectUrl: resolveRedirect(config, context, redirectUrl),
      usedHandleHash: undefined,
    });
    const mobile = account.mobile && factors.includes('sms') ? { mobile: mask(account.mobile) } : {};
    const trust = session.shared ? { canTrustBrowser: false } : {};
    return { is: 'done', data: { ...mobile, preServiceId, secondFactors: factors, ...trust } };
  });

  handleCall(server, services, verifySecondFactor, async (request, context): Promise<Response> => {
    const { credentials, serviceId, trustBrowser, redirectUrl } = request;
    const { browserId } = context;
    const record = (response: Response) =>
      recordSignIn(services, context, response, { event: 'secondFactor', countAs: 'secondFactor' });

    const handedOver = await findHandedOver(request, context);
    const codeBrowserId = handedOver?.browserId ?? browserId;
    const lookup = { serviceId, browserId: codeBrowserId, bizTypes: ['LOGIN_DOUBLE_CHECK'] } as const;
    const checked = await checkCode(services, lookup, credentials, context);
    if (checked.is !== 'right' && checked.is !== 'expiredCode') return record(checked);
    const finished = await inTransaction<CompletedPending | null | undefined>(services, async (tx, rollback) => {
      const isRetry = checked.is === 'expiredCode';
      const pending = await (isRetry ? takePendingAgain(tx.stores) : takePending(tx.stores));
      const account = pending && (await tx.stores.accounts.findByOuid(pending.account));
      if (!account) return undefined;
      // The owner may have added an app since the code was sent.
      const isAsked = isRetry || (await askedFactors(tx, account, pending.factors)).each.includes('sms');
      if (!isAsked) return rollback(null);
      const proven = { factor: 'sms', usedHandleHash: sha256(serviceId), isRetry, trustBrowser, redirectUrl } as const;
      return completePending(tx, pending, account, proven, context);
    });
    if (!finished) return record({ is: 'expiredCode' });
    return respondToSecondFactor(services, finished, serviceId, context);

    async function takePending({ codes, pendingSignIns }: Stores) {
      const verified = await codes.useVerified(lookup, credentials);
      const handleHash = verified && (handedOver?.handleHash ?? verified.previousHandleHash);
      return handleHash ? pendingSignIns.use(handleHash, awaitingSecondFactor, browserId) : undefined;
    }

    /** The first response was lost: ends the session of that response, so that a new one replaces it. */
    async function takePendingAgain({ accounts, codes, pendingSignIns, retries }: Stores) {
      const status = await codes.status(lookup);
      const handleHash =
        status.is === 'unknown' ? undefined : (handedOver?.handleHash ?? status.details.previousHandleHash);
      const used = handleHash ? await pendingSignIns.findUsed(handleHash, awaitingSecondFactor, browserId) : undefined;
      if (!used) return undefined;
      await accounts.lockRow(used.account);
      const isRetry = await (used.awaiting === 'stepUp'
        ? retries.wasUsedWith(lookup, credentials)
        : retries.revokeSignIn(lookup, credentials));
      return isRetry ? used : undefined;
    }
  });

  /** The sign-in in this browser that a code completes which was sent for another sign-in to the same account. */
  async function findHandedOver(
    { preServiceId, serviceId }: RequestOf<typeof verifySecondFactor>,
    context: RequestContext,
  ) {
    const found = preServiceId === undefined ? undefined : await findPending(preServiceId, context);
    if (preServiceId === undefined || !found) return undefined;
    const browserId = await browserOfHandedOver(services, serviceId, found.account.ouid, found.pending.browserId);
    return browserId === undefined ? undefined : { browserId, handleHash: sha256(preServiceId) };
  }

  handleCall(server, services, verifyStoredFactor, async (request, context): Promise<StoredFactorResponse> => {
    const { factor, credentials, preServiceId, setupId } = request;
    const record = (response: StoredFactorResponse, account?: string) =>
      recordSignIn(services, context, response, { event: 'secondFactor', countAs: 'secondFactor', account });

    const found = await findPending(preServiceId, context);
    if (!found) return record({ is: 'unknownServiceId' });
    const { account } = found;
    const { ouid } = account;
    const checked =
      setupId === undefined
        ? await checkStoredFactor(services, account, factor, credentials, context)
        : await checkNewAuthenticator(found, request, setupId, context);
    if (checked.is !== 'right') {
      if (checked.is === 'wrongCode')
        await stores.audit.record({ account: ouid, type: 'secondFactorFailed', factor }, context);
      return record(checked, ouid);
    }
    const proof = { ...request, ...checked, isSetUp: setupId !== undefined, use: (tx: Services) => use(tx) };
    const result = await completeSecondFactor(services, proof, context);
    if (result.is === 'unknownServiceId') return record({ is: 'unknownServiceId' }, ouid);
    if (result.is === 'notProven') return record({ is: 'codeAlreadyUsed' }, ouid);
    await checked.succeed();
    return result;

    async function use(tx: Services) {
      if (checked.is !== 'right' || !(await checked.use(tx))) return false;
      if (factor === 'backupCode') await recordFactorChange(tx, account, 'backupCodeUsed', context);
      return true;
    }
  });

  /** The first code of an app that is set up because the operator requires a second factor and the account has none. */
  async function checkNewAuthenticator(
    { account, pending }: { account: AccountWithAgreement; pending: PendingSignIn },
    { factor, credentials }: { factor: SecondFactor; credentials: string },
    setupId: string,
    context: RequestContext,
  ): Promise<StoredFactorCheck | { is: 'unknownServiceId' }> {
    const { ouid } = account;
    const { browserId = '' } = context;
    const stored = await stores.authenticators.findSetup(setupId, { account: ouid, browserId });
    const hasFactor = (await secondFactorsOf(services, account, [])).length > 0;
    if (stored === undefined || hasFactor || !maySetUpSecondFactor(account) || factor !== 'totp')
      return { is: 'unknownServiceId' };
    const right = readTotp(services, ouid, stored, credentials);
    // Attempts are not counted: the person has just seen the key.
    if (!right) return { is: 'wrongCode', data: {} };
    const proven = pending.factors;
    return {
      is: 'right',
      use: (tx) => addAuthenticator(tx, account, { setupId, browserId, right, proven }, context),
      wasUsed: async () => false,
      succeed: async () => {},
    };
  }

  /** A pending sign-in with its account, or one that was just completed and whose response was lost. */
  async function findPending(preServiceId: string, { browserId }: RequestContext) {
    const { pendingSignIns, accounts } = stores;
    const handleHash = sha256(preServiceId);
    const pending =
      (await pendingSignIns.find(handleHash, awaitingSecondFactor, browserId)) ??
      (await pendingSignIns.findUsed(handleHash, awaitingSecondFactor, browserId));
    const account = pending && (await accounts.findByOuid(pending.account));
    return account && { account, pending };
  }
}
