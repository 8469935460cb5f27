import type { CallResponse } from '@foyer/contract/call';
import { checkIdSuffix, correctIdNumber } from '@foyer/contract/flows/identity-check';
import { identityCheck } from '@foyer/contract/limits';
import { seconds } from '@foyer/contract/time';
import type { FastifyInstance } from 'fastify';
import { type Services, inTransaction } from '../../services.ts';
import { codeStatus } from '../../parts/one-time-code/code-check.ts';
import { recordSignIn } from '../../parts/sign-in/record-sign-in.ts';
import { handleCall } from '../../http/route.ts';
import { sha256 } from '../../platform/sha256.ts';

type Response = CallResponse<typeof checkIdSuffix>;

/** Both calls need a proven first factor, and neither opens a session: the person signs in again afterwards. */
export function identityCheckRoutes(app: FastifyInstance, services: Services) {
  const { config, log, notices, codeRecipients, stores } = services;
  const { accounts, idSuffixAttempts, pendingSignIns, replayableResults } = stores;

  codeRecipients.MODIFY_IDCARD = async (preServiceId, { browserId }) => {
    const pending = await pendingSignIns.find(sha256(preServiceId), 'identityCheck', browserId);
    const account = pending && (await accounts.findByOuid(pending.account));
    if (!account) return undefined;
    const { ouid, mobile, email } = account;
    if (mobile) return { account: ouid, recipient: { kind: 'mobile', value: mobile }, isRevealed: true };
    if (email) return { account: ouid, recipient: { kind: 'email', value: email }, isRevealed: true };
    return undefined;
  };

  handleCall(app, config, checkIdSuffix, async ({ serviceId, idSuffix }, context) => {
    const { browserId } = context;
    const record = (response: Response, account?: string) =>
      recordSignIn(services, context, response, { event: 'identityCheck', account });

    const handleHash = sha256(serviceId);
    const pending = await pendingSignIns.find(handleHash, 'identityCheck', browserId);
    const found = pending ?? (await replayableResults.findPassedIdentityCheck(handleHash, browserId));
    if (!found) return record({ is: 'unknownServiceId' });
    const ouid = found.account;
    context.setLoggedAccount(ouid);

    const attempt = await idSuffixAttempts.count(ouid);
    if (attempt.is === 'blocked') return record(blockedFor(attempt.for), ouid);

    const account = await accounts.findByOuid(ouid);
    const isRight = account?.idNumber?.toUpperCase().endsWith(idSuffix) ?? false;
    // A check that was passed before must not confirm further guesses.
    if (!isRight && !pending) return record({ is: 'unknownServiceId' }, ouid);
    if (!isRight && attempt.attemptsLeft === 0) return record(blockedFor(identityCheck.lockFor), ouid);
    if (!isRight) return record({ is: 'wrongIdSuffix', data: { attemptsLeft: attempt.attemptsLeft } }, ouid);

    const isPassed = await inTransaction(services, async (tx) => {
      if (!(await tx.stores.pendingSignIns.use(handleHash, 'identityCheck', browserId))) return false;
      await tx.stores.persons.markIdentityChecked(ouid);
      await tx.stores.idSuffixAttempts.clear(ouid);
      return true;
    });
    // A repeated or concurrent request of the same browser gets the same response, and nothing is done again.
    const isDone = isPassed || (await replayableResults.findPassedIdentityCheck(handleHash, browserId)) !== undefined;
    return record(isDone ? { is: 'done', data: null } : { is: 'unknownServiceId' }, ouid);
  });

  handleCall(app, config, correctIdNumber, async ({ serviceId, idNumber }, context) => {
    const lookup = { serviceId, browserId: context.browserId, bizTypes: ['MODIFY_IDCARD'] } as const;
    const status = await codeStatus(services, lookup);
    // The response may have been lost: the same number again gets the same response.
    if (status.is === 'usedOrExpired')
      return (await replayableResults.wasUsedWith(lookup, idNumber))
        ? { is: 'done', data: null }
        : { is: 'expiredCode' };

    const ouid = await inTransaction(services, async ({ stores: { codes, persons } }) => {
      const proof = await codes.useProof(lookup);
      if (!proof?.account || !(await persons.correctIdNumber(proof.account, idNumber))) return undefined;
      await codes.setUsedWith(serviceId, idNumber);
      return proof.account;
    });
    const account = ouid && (await accounts.findByOuid(ouid));
    if (!account) return { is: 'unknownServiceId' };

    context.setLoggedAccount(account.ouid);
    log.info({ event: 'idNumberCorrected', id: context.requestId, account: account.ouid });
    notices.send(account, 'idNumberCorrected', context);
    return { is: 'done', data: null };
  });
}

const blockedFor = (duration: number): Response => ({
  is: 'identityCheckClosed',
  data: { retryAfter: Math.ceil(duration / seconds(1)) },
});
