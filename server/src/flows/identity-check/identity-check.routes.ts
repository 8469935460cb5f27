import type { CallResponse } from '@foyer/contract/call';
import { checkIdSuffix, correctIdNumber } from '@foyer/contract/flows/identity-check';
import { identityCheck } from '@foyer/contract/limits';
import { pageRoutes } from '@foyer/contract/pages/page-routes';
import type { FastifyInstance } from 'fastify';
import { type Services, inTransaction } from '../../services.ts';
import { identityCheckClosed } from '../../parts/one-time-code/code-recipients.ts';
import { codeStatus } from '../../parts/one-time-code/code-check.ts';
import { recordSignIn } from '../../parts/sign-in/record-sign-in.ts';
import { handleCall } from '../../parts/access/handle-call.ts';
import type { RequestContext } from '../../http/requests/request-context.ts';
import { sha256 } from '../../platform/sha256.ts';
import type { AccountWithAgreement } from '../../store/accounts/accounts.ts';
import type { CodeDetails } from '../../store/credentials/codes.ts';
import type { PendingSignIn } from '../../store/sign-in/pending-sign-ins.ts';

type Response = CallResponse<typeof checkIdSuffix>;

/** Both calls need a proven first factor, and neither opens a session: the person signs in again afterwards. */
export function identityCheckRoutes(server: FastifyInstance, services: Services) {
  const { config, log, notices, codeRecipients, identity, stores } = services;
  const { accounts, codes, idSuffixAttempts, pendingSignIns, retries } = stores;

  codeRecipients.MODIFY_IDCARD = async (preServiceId, { browserId }) => {
    const pending = await pendingSignIns.find(sha256(preServiceId), 'identityCheck', browserId);
    const account = pending && (await accounts.findByOuid(pending.account));
    if (!account) return undefined;
    const { ouid, mobile, email } = account;
    const closedFor = await idSuffixAttempts.blockedFor(ouid);
    if (closedFor !== undefined) return identityCheckClosed(closedFor);
    if (mobile) return { account: ouid, recipient: { kind: 'mobile', value: mobile }, isRevealed: true };
    if (email) return { account: ouid, recipient: { kind: 'email', value: email }, isRevealed: true };
    return undefined;
  };

  handleCall(server, services, checkIdSuffix, async ({ serviceId, idSuffix }, context) => {
    const { browserId } = context;
    const record = (response: Response, account?: string) =>
      recordSignIn(services, context, response, { event: 'identityCheck', account });

    const handleHash = sha256(serviceId);
    const pending = await pendingSignIns.find(handleHash, 'identityCheck', browserId);
    const found = pending ?? (await retries.findPassedIdentityCheck(handleHash, browserId));
    if (!found) return record({ is: 'unknownServiceId' });
    const ouid = found.account;
    context.setLoggedAccount(ouid);

    const attempt = await idSuffixAttempts.count(ouid);
    if (attempt.is === 'blocked') return record(identityCheckClosed(attempt.wait), ouid);

    const account = await accounts.findByOuid(ouid);
    const isRight = account?.idNumber?.toUpperCase().endsWith(idSuffix) ?? false;
    // A check that was passed before must not confirm further guesses.
    if (!isRight && !pending) return record({ is: 'unknownServiceId' }, ouid);
    if (!isRight && attempt.attemptsLeft === 0) return record(identityCheckClosed(identityCheck.lockFor), ouid);
    if (!isRight) return record({ is: 'wrongIdSuffix', data: { attemptsLeft: attempt.attemptsLeft } }, ouid);

    const isPassed = await inTransaction(services, async (tx) => {
      if (!(await tx.stores.pendingSignIns.use(handleHash, 'identityCheck', browserId))) return false;
      await tx.stores.realNames.markIdentityChecked(ouid);
      await tx.stores.audit.record({ account: ouid, type: 'identityChecked' }, context);
      await tx.stores.idSuffixAttempts.clear(ouid);
      return true;
    });
    // A repeated or concurrent request of the same browser gets the same response, and nothing is done again.
    const isDone = isPassed || (await retries.findPassedIdentityCheck(handleHash, browserId)) !== undefined;
    return record(isDone ? { is: 'done', data: null } : { is: 'unknownServiceId' }, ouid);
  });

  handleCall(server, services, correctIdNumber, async ({ serviceId, idNumber }, context) => {
    const { browserId } = context;
    const lookup = { serviceId, browserId, bizTypes: ['MODIFY_IDCARD'] } as const;
    const status = await codeStatus(services, lookup);
    if (status.is === 'usedOrExpired') {
      // The response may have been lost: the same number again gets the same response.
      const isRepeated = await retries.wasUsedWith(lookup, idNumber);
      const pending = isRepeated ? await findPending(status.details, browserId) : undefined;
      return pending ? answerClaim(pending, idNumber, context) : { is: 'expiredCode' };
    }
    const pending = status.is === 'verified' ? await findPending(status.details, browserId) : undefined;
    if (!pending) return { is: 'unknownServiceId' };
    const closedFor = await idSuffixAttempts.blockedFor(pending.account);
    if (closedFor !== undefined) return identityCheckClosed(closedFor);
    if (!(await codes.useVerified(lookup, idNumber))) return { is: 'expiredCode' };
    return answerClaim(pending, idNumber, context, true);
  });

  const findPending = async ({ previousHandleHash }: CodeDetails, browserId: string | undefined) =>
    previousHandleHash ? pendingSignIns.find(previousHandleHash, 'identityCheck', browserId) : undefined;

  /** A claim counts only once it is confirmed: the code alone proves no more than the phone that it was sent to. */
  async function answerClaim(
    { account: ouid, factors, redirectUrl }: PendingSignIn,
    idNumber: string,
    context: RequestContext,
    isFirst = false,
  ): Promise<CallResponse<typeof correctIdNumber>> {
    context.setLoggedAccount(ouid);
    const account = await accounts.findByOuid(ouid);
    if (!isFirst && account?.idNumber === idNumber) return { is: 'done', data: { confirmedBy: 'none' } };
    if (!account) return { is: 'unknownServiceId' };
    // A password that was reset by a code proves no more than that code.
    const hasOwnPassword = account.passwordHash !== null && account.passwordResetAt === null;
    const mayConfirm = !identity && hasOwnPassword && factors.includes('password');
    const { handle, isConfirmed } = await inTransaction(services, async ({ stores: tx }) => {
      const claim = await tx.realNames.claimIdNumber(ouid, idNumber);
      const confirmed =
        claim !== undefined && mayConfirm && (await tx.realNames.confirmIdNumber(ouid, { handle: claim }));
      const type = confirmed ? 'idNumberConfirmed' : 'idNumberClaimed';
      if (claim && isFirst) await tx.audit.record({ account: ouid, type }, context);
      return { handle: claim, isConfirmed: confirmed };
    });
    if (!handle) return { is: 'unknownServiceId' };
    if (isFirst) {
      log.info({ event: isConfirmed ? 'idNumberCorrected' : 'idNumberClaimed', id: context.requestId, account: ouid });
      notices.send(account, isConfirmed ? 'idNumberCorrected' : 'idNumberClaimed', context);
    }
    if (isConfirmed) return { is: 'done', data: { confirmedBy: 'none' } };
    const url = await requestIdentityPage(account, idNumber, handle, redirectUrl);
    if (url) return { is: 'done', data: { confirmedBy: 'identityService', url } };
    return { is: 'done', data: { confirmedBy: !identity && hasOwnPassword ? 'password' : 'company' } };
  }

  /** Its page verifies that the person has the name on record and the claimed ID number. */
  async function requestIdentityPage(
    { ouid, name }: AccountWithAgreement,
    idNumber: string,
    contextId: string,
    redirectUrl: string,
  ) {
    if (!identity || !name) return undefined;
    return identity.requestPage({
      accountId: ouid,
      redirectUrl: `${config.publicUrl}${pageRoutes.login}?${new URLSearchParams({ redirectUrl })}`,
      showResultPage: true,
      clientType: 'WEB',
      bizSource: undefined,
      person: { name, idNumber },
      contextId,
    });
  }
}
