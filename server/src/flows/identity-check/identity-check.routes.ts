import { agreementVersion } from '@foyer/contract/agreement-version';
import type { CallResponse } from '@foyer/contract/call';
import { checkIdSuffix, correctIdNumber } from '@foyer/contract/flows/identity-check';
import { identityCheck } from '@foyer/contract/limits';
import { seconds } from '@foyer/contract/time';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import { createProofCheck } from '../../parts/one-time-code/proof-check.ts';
import { handleCall } from '../../http/route.ts';
import { accountStore } from '../../store/accounts.ts';
import { codeStore, handleHash } from '../../store/codes.ts';
import { pendingSignInStore } from '../../store/pending-sign-ins.ts';
import { idSuffixAttemptStore } from '../../store/id-suffix-attempts.ts';
import { replayableResultStore } from '../../store/replayable-results.ts';
import { personStore } from '../../store/persons.ts';

type Told = CallResponse<typeof checkIdSuffix>;

/** Both calls follow a right first factor, and neither opens a session: the person signs in again. */
export function identityCheckRoutes(app: FastifyInstance, services: Services) {
  const { config, database, clock, random, log, metrics, notices, secrets, codeRecipients } = services;
  const accounts = accountStore(database.sql, agreementVersion);
  const held = pendingSignInStore(database.sql, clock, random);
  const persons = personStore(database.sql, clock, random, secrets.codes);
  const lost = replayableResultStore(database.sql, clock, secrets.codes);
  const { standingOf } = createProofCheck(services);
  const tries = idSuffixAttemptStore(database.sql, clock);

  codeRecipients.MODIFY_IDCARD = async (preServiceId, { browserId }) => {
    const waiting = await held.find(handleHash(preServiceId), 'identityCheck', browserId);
    const account = waiting && (await accounts.find({ kind: 'ouid', value: waiting.account }));
    if (!account) return undefined;
    if (account.mobile)
      return { account: account.ouid, address: { kind: 'mobile', value: account.mobile }, told: true };
    if (account.email) return { account: account.ouid, address: { kind: 'email', value: account.email }, told: true };
    return undefined;
  };

  handleCall(app, config, checkIdSuffix, async ({ serviceId, idSuffix }, context) => {
    const tell = (told: Told, account?: string): Told => {
      const line = { result: told.is, address: context.maskedIp, ...(account && { account }) };
      log.info({ event: 'identityCheck', id: context.requestId, ...line });
      metrics.signIn('identityCheck', told.is);
      return told;
    };

    const hash = handleHash(serviceId);
    const waiting = await held.find(hash, 'identityCheck', context.browserId);
    const asked = waiting ?? (await lost.passedLately(hash, context.browserId));
    if (!asked) return tell({ is: 'unknownService' });
    const ouid = asked.account;
    context.setLoggedAccount(ouid);

    const verdict = await tries.count(ouid);
    if (verdict.at === 'closed') return tell(closedFor(verdict.for), ouid);

    const account = await accounts.find({ kind: 'ouid', value: ouid });
    const right = account?.idNumber?.toUpperCase().endsWith(idSuffix) ?? false;
    // What has been passed is no place to guess at.
    if (!right && !waiting) return tell({ is: 'unknownService' }, ouid);
    if (!right && verdict.left === 0) return tell(closedFor(identityCheck.lockFor), ouid);
    if (!right) return tell({ is: 'wrongIdSuffix', data: { attemptsLeft: verdict.left } }, ouid);

    const passed = await database.sql.transaction(async (tx) => {
      if (!(await held.release(hash, 'identityCheck', context.browserId, tx))) return false;
      await persons.hasProven(ouid, tx);
      await tries.clear(ouid, tx);
      return true;
    });
    // For whoever has lost the answer, or is asked for twice at once: the same, and nothing is done again.
    const heard = passed || (await lost.passedLately(hash, context.browserId)) !== undefined;
    return tell(heard ? { is: 'done', data: null } : { is: 'unknownService' }, ouid);
  });

  handleCall(app, config, correctIdNumber, async ({ serviceId, idNumber }, context) => {
    const asking = { serviceId, browser: context.browserId, bizTypes: ['MODIFY_IDCARD'] } as const;
    const standing = await standingOf(asking);
    // For whoever has lost the answer, and asks for the same number again.
    if (standing.is === 'over')
      return (await lost.hasDone(asking, idNumber)) ? { is: 'done', data: null } : { is: 'expiredCode' };

    const ouid = await database.sql.transaction(async (tx) => {
      const own = codeStore(tx, clock, secrets.codes);
      const proof = await own.spendProof(asking);
      if (!proof?.account || !(await persons.correct(proof.account, idNumber, tx))) return undefined;
      await own.spentOn(serviceId, idNumber);
      return proof.account;
    });
    const account = ouid && (await accounts.find({ kind: 'ouid', value: ouid }));
    if (!account) return { is: 'unknownService' };

    context.setLoggedAccount(account.ouid);
    log.info({ event: 'idNumberCorrected', id: context.requestId, account: account.ouid });
    notices.tell(account, 'idNumberCorrected', context);
    return { is: 'done', data: null };
  });
}

const closedFor = (time: number): Told => ({
  is: 'identityCheckClosed',
  data: { retryAfter: Math.ceil(time / seconds(1)) },
});
