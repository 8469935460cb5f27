import type { CallResponse } from '@foyer/contract/call';
import { startStepUp, verifySecondFactor, verifyStoredFactor } from '@foyer/contract/flows/second-factor';
import { mask } from '@foyer/contract/rules/account-rules';
import type { SignInMethod } from '@foyer/contract/sign-in-methods';
import type { FastifyInstance } from 'fastify';
import { type Services, inTransaction } from '../../services.ts';
import {
  answerSecondFactor,
  awaitedByFactor,
  completeSecondFactor,
  findPendingSecondFactor,
  finishPending,
} from '../../parts/sign-in/complete-second-factor.ts';
import { secondFactorsOf } from '../../parts/sign-in/second-factors.ts';
import { recordSignIn } from '../../parts/sign-in/record-sign-in.ts';
import { checkCode } from '../../parts/one-time-code/code-check.ts';
import { resolveRedirect } from '../../parts/sign-in/resolve-redirect.ts';
import { checkStoredFactor } from '../../parts/stored-factor/stored-factor-check.ts';
import type { RequestContext } from '../../http/request-context.ts';
import { handleCall } from '../../http/route.ts';
import { sha256 } from '../../platform/sha256.ts';
import type { Stores } from '../../store/stores.ts';

type Response = CallResponse<typeof verifySecondFactor>;
type StoredFactorResponse = CallResponse<typeof verifyStoredFactor>;

export function secondFactorRoutes(app: FastifyInstance, services: Services) {
  const { config, codeRecipients, stores } = services;

  codeRecipients.LOGIN_DOUBLE_CHECK = async (preServiceId, context) => {
    const found = await findPendingSecondFactor(services, preServiceId, context);
    if (!found?.account.mobile || !found.factors.includes('sms')) return undefined;
    const { ouid, mobile } = found.account;
    return { account: ouid, recipient: { kind: 'mobile', value: mobile }, isRevealed: true };
  };

  handleCall(app, config, startStepUp, async ({ redirectUrl }, context) => {
    const current = await stores.sessions.find(context.sessionToken);
    if (!current) return { is: 'notSignedIn' };
    const { account, session } = current;
    context.setLoggedAccount(account.ouid);
    // A factor that the session has already is no further one.
    const factors = (await secondFactorsOf(stores, account, session.factors)).filter(
      (factor) => !session.factors.includes(factor),
    );
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
    return { is: 'done', data: { ...mobile, preServiceId, secondFactors: factors } };
  });

  handleCall(app, config, verifySecondFactor, async (request, context): Promise<Response> => {
    const { credentials, serviceId, redirectUrl } = request;
    const { browserId } = context;
    const record = (response: Response) =>
      recordSignIn(services, context, response, { event: 'secondFactor', countAs: 'secondFactor' });

    const lookup = { serviceId, browserId, bizTypes: ['LOGIN_DOUBLE_CHECK'] } as const;
    const checked = await checkCode(services, lookup, credentials, context);
    if (checked.is !== 'right' && checked.is !== 'expiredCode') return record(checked);
    const finished = await inTransaction(services, async (tx) => {
      const isRetry = checked.is === 'expiredCode';
      const pending = await (isRetry ? findUsedPending(tx.stores) : takePending(tx.stores));
      const account = pending && (await tx.stores.accounts.findByOuid(pending.account));
      if (!account) return undefined;
      const proven = { factor: 'sms', usedHandleHash: sha256(serviceId), isRetry, redirectUrl } as const;
      return finishPending(tx, pending, account, proven, context);
    });
    if (!finished) return record({ is: 'expiredCode' });
    return answerSecondFactor(services, finished, request, context);

    async function takePending({ codes, pendingSignIns }: Stores) {
      const verified = await codes.useVerified(lookup, credentials);
      const handleHash = verified?.previousHandleHash;
      return handleHash ? pendingSignIns.use(handleHash, awaitedByFactor, browserId) : undefined;
    }

    /** The first response was lost: a new session replaces the one of that response. */
    async function findUsedPending({ codes, pendingSignIns, retries }: Stores) {
      const status = await codes.status(lookup);
      const handleHash = status.is === 'unknown' ? undefined : status.details.previousHandleHash;
      const used = handleHash ? await pendingSignIns.findUsed(handleHash, awaitedByFactor, browserId) : undefined;
      const isRetry = await (used?.awaiting === 'stepUp'
        ? retries.wasUsedWith(lookup, credentials)
        : retries.revokeSignIn(lookup, credentials));
      return isRetry ? used : undefined;
    }
  });

  handleCall(app, config, verifyStoredFactor, async (request, context): Promise<StoredFactorResponse> => {
    const { factor, credentials, preServiceId } = request;
    const record = (response: StoredFactorResponse, account?: string) =>
      recordSignIn(services, context, response, { event: 'secondFactor', countAs: 'secondFactor', account });

    const account = await accountOf(preServiceId, context);
    if (!account) return record({ is: 'unknownServiceId' });
    const checked = await checkStoredFactor(services, account, factor, credentials, context);
    if (checked.is !== 'right') return record(checked, account.ouid);
    const result = await completeSecondFactor(services, { ...request, ...checked }, context);
    if (result.is === 'unknownServiceId') return record({ is: 'unknownServiceId' }, account.ouid);
    if (result.is === 'notProven') return record({ is: 'codeAlreadyUsed' }, account.ouid);
    await checked.succeed();
    return result;
  });

  /** The account of a pending sign-in, or of one that was just completed and whose response was lost. */
  async function accountOf(preServiceId: string, { browserId }: RequestContext) {
    const { pendingSignIns, accounts } = stores;
    const handleHash = sha256(preServiceId);
    const pending =
      (await pendingSignIns.find(handleHash, awaitedByFactor, browserId)) ??
      (await pendingSignIns.findUsed(handleHash, awaitedByFactor, browserId));
    return pending && accounts.findByOuid(pending.account);
  }
}
