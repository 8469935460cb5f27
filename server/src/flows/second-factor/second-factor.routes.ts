import type { CallResponse } from '@foyer/contract/call';
import { startStepUp, verifySecondFactor } from '@foyer/contract/flows/second-factor';
import { mask } from '@foyer/contract/rules/account-rules';
import type { SignInMethod } from '@foyer/contract/sign-in-methods';
import type { FastifyInstance } from 'fastify';
import { type Services, inTransaction } from '../../services.ts';
import { completeSignIn } from '../../parts/sign-in/complete-sign-in.ts';
import { recordSignIn } from '../../parts/sign-in/record-sign-in.ts';
import { checkCode } from '../../parts/one-time-code/code-check.ts';
import { resolveRedirect } from '../../parts/sign-in/resolve-redirect.ts';
import { handleCall } from '../../http/route.ts';
import { sha256 } from '../../platform/sha256.ts';
import { appOf } from '../../store/identities.ts';
import { type PendingSignIn, linkOf } from '../../store/pending-sign-ins.ts';
import type { Stores } from '../../store/stores.ts';

type Response = CallResponse<typeof verifySecondFactor>;

/** The code completes a sign-in, or adds a factor to the session. */
const awaitedByCode = ['secondFactor', 'stepUp'] as const;

export function secondFactorRoutes(app: FastifyInstance, services: Services) {
  const { config, codeRecipients, stores } = services;

  codeRecipients.LOGIN_DOUBLE_CHECK = async (preServiceId, { browserId }) => {
    const pending = await stores.pendingSignIns.find(sha256(preServiceId), awaitedByCode, browserId);
    const account = pending && (await stores.accounts.findByOuid(pending.account));
    if (!account?.mobile) return undefined;
    return { account: account.ouid, recipient: { kind: 'mobile', value: account.mobile }, isRevealed: true };
  };

  handleCall(app, config, startStepUp, async ({ redirectUrl }, context) => {
    const current = await stores.sessions.find(context.sessionToken);
    if (!current) return { is: 'notSignedIn' };
    const { account, session } = current;
    context.setLoggedAccount(account.ouid);
    // A code to the same number is no further factor.
    if (!account.mobile || session.factors.includes('sms')) return { is: 'notFound' };
    const preServiceId = await stores.pendingSignIns.create({
      account: account.ouid,
      awaiting: 'stepUp',
      method: session.method as SignInMethod,
      factors: session.factors,
      browserId: context.ensureBrowserId(),
      redirectUrl: resolveRedirect(config, context, redirectUrl),
      usedHandleHash: undefined,
    });
    return { is: 'done', data: { mobile: mask(account.mobile), preServiceId } };
  });

  handleCall(app, config, verifySecondFactor, async (request, context) => {
    const { credentials, serviceId, trustBrowser, redirectUrl } = request;
    const { browserId } = context;
    const record = (response: Response, method?: string, account?: string) =>
      recordSignIn(services, context, response, { event: 'secondFactor', countAs: 'secondFactor', method, account });

    const lookup = { serviceId, browserId, bizTypes: ['LOGIN_DOUBLE_CHECK'] } as const;
    const checked = await checkCode(services, lookup, credentials);
    if (checked.is !== 'right' && checked.is !== 'expiredCode') return record(checked);
    const signedIn = await inTransaction(services, signIn);
    if (!signedIn) return record({ is: 'expiredCode' });
    const { result, ouid, method } = signedIn;
    if (result.is === 'boundElsewhere') {
      const linkedApp = appOf(method);
      return record({ is: 'boundElsewhere', data: linkedApp ? { app: linkedApp } : null }, method, ouid);
    }
    if (result.is !== 'done') return record(result, method, ouid);

    // Trust is stored in a cookie, so a client without cookies cannot be trusted.
    if (trustBrowser && !context.withoutCookies) {
      const browser = { browserId: context.ensureBrowserId(), token: context.trustToken };
      context.setTrustToken(await stores.trustedBrowsers.trust(ouid, browser));
    }
    const { url, needAgreement } = result.data;
    return record({ is: 'done', data: { serviceId, ...(url && { url }), needAgreement } }, method, ouid);

    async function signIn(tx: Services) {
      const pending = await (checked.is === 'right' ? takePending(tx.stores) : findUsedPending(tx.stores));
      const account = pending && (await tx.stores.accounts.findByOuid(pending.account));
      if (!pending || !account) return undefined;
      context.setLoggedAccount(account.ouid);
      if (pending.awaiting === 'stepUp') return stepUp(tx.stores, pending);
      const proven = {
        account,
        method: pending.method as SignInMethod,
        // Two codes to the same number are one factor.
        factors: [...new Set([...pending.factors, 'sms'])],
        redirectUrl: resolveRedirect(config, context, redirectUrl, pending.redirectUrl),
        secondFactorProven: true,
        usedHandleHash: sha256(serviceId),
        link: linkOf(pending),
      };
      return { result: await completeSignIn(tx, proven, context), ouid: account.ouid, method: proven.method };
    }

    /** Only the session that asked for it is raised: a pending step-up must not outlive a sign-out. */
    async function stepUp({ sessions }: Stores, pending: PendingSignIn) {
      const { account } = pending;
      const proven = { account, factor: 'sms', usedHandleHash: sha256(serviceId) };
      const token = await (checked.is === 'right'
        ? sessions.stepUp(context.sessionToken, proven)
        : sessions.repeatStepUp(proven));
      if (token === undefined) return undefined;
      context.setSession(token);
      const data = {
        ouid: account,
        url: resolveRedirect(config, context, redirectUrl, pending.redirectUrl),
        needAgreement: false,
      };
      return { result: { is: 'done', data } as const, ouid: account, method: pending.method };
    }

    async function takePending({ codes, pendingSignIns }: Stores) {
      const verified = await codes.useVerified(lookup, credentials);
      const handleHash = verified?.previousHandleHash;
      return handleHash ? pendingSignIns.use(handleHash, awaitedByCode, browserId) : undefined;
    }

    /** The first response was lost: a new session replaces the one of that response. */
    async function findUsedPending({ codes, pendingSignIns, retries }: Stores) {
      const status = await codes.status(lookup);
      const handleHash = status.is === 'unknown' ? undefined : status.details.previousHandleHash;
      const used = handleHash ? await pendingSignIns.findUsed(handleHash, awaitedByCode, browserId) : undefined;
      const isRetry = await (used?.awaiting === 'stepUp'
        ? retries.wasUsedWith(lookup, credentials)
        : retries.revokeSignIn(lookup, credentials));
      return isRetry ? used : undefined;
    }
  });
}
