import type { CallResponse } from '@foyer/contract/call';
import { proveByCode, proveByPassword } from '@foyer/contract/flows/account';
import { seconds } from '@foyer/contract/time';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import { countProof, recordFreshProof } from '../../parts/fresh-proof/fresh-proof.ts';
import { checkCode } from '../../parts/one-time-code/code-check.ts';
import { otherBrowsers, passwordQuota } from '../../parts/one-time-code/code-quotas.ts';
import { attemptRefusal, wrongPassword } from '../../parts/sign-in/password-refusals.ts';
import { handleCall } from '../../parts/access/handle-call.ts';
import type { RequestContext } from '../../http/requests/request-context.ts';
import { hashing } from '../../platform/passwords.ts';
import { sha256 } from '../../platform/sha256.ts';

type PasswordResponse = CallResponse<typeof proveByPassword>;
type CodeResponse = CallResponse<typeof proveByCode>;

/** A person who is signed in proves again who they are. The limits of attempts are those of a sign-in. */
export function proveAgainRoutes(server: FastifyInstance, services: Services) {
  const { config, codeRecipients, log, passwords, stores } = services;
  const { lockFor } = config.limits.wrongPasswords;

  const recorder =
    <Response extends { is: string }>(context: RequestContext, account: string, factor: string) =>
    (response: Response): Response => {
      log.info({ event: 'provenAgain', id: context.requestId, factor, result: response.is, account });
      return response;
    };

  // The handle is the id of the session, so that the code proves nothing for another one.
  codeRecipients.PROVE_AGAIN = async (preServiceId, context, kind) => {
    const current = await stores.sessions.find(context.sessionToken);
    const value = current?.session.id === preServiceId ? current.account[kind] : undefined;
    if (current) context.setLoggedAccount(current.account.ouid);
    return value ? { account: current?.account.ouid, recipient: { kind, value }, isRevealed: true } : undefined;
  };

  handleCall(server, services, proveByPassword, async ({ credentials }, context, current) => {
    const { ouid, mobile, email, passwordHash } = current.account;
    const principal = mobile ?? email ?? ouid;
    const record = recorder<PasswordResponse>(context, ouid, 'password');

    const slot = passwords.reserveSlot();
    if (!slot) return record({ is: 'busy', data: { retryAfter: hashing.retryAfter / seconds(1) } });
    try {
      const { clientIp } = context;
      // Whatever the session and the client IP: a thief of another factor may open one session after the other.
      const quota = passwordQuota(ouid, otherBrowsers, config.limits.codes);
      const guess = await stores.quotas.consume([quota]);
      if (guess.is === 'refused') return record({ is: 'tooManyRequests', data: { retryAfter: guess.retryAfter } });
      const attempt = await stores.passwordAttempts.count({ principal, account: ouid, clientIp });
      if (attempt.is !== 'allowed') {
        await guess.refund();
        return record(attemptRefusal(attempt));
      }
      const counted = await countProof(services, current, context);
      if (!counted) return record({ is: 'notSignedIn' });
      const isRight = await slot.matches(passwordHash, credentials);
      if (!isRight || !attempt.isAccountWithinLimit) {
        await stores.audit.record({ account: ouid, type: 'proofFailed', factor: 'password' }, context);
        await counted.endAfterTooMany();
        return record(wrongPassword(attempt.attemptsLeft, lockFor));
      }
      await stores.quotas.clear([quota.key]);
      await counted.forgetWrongOnes();
    } finally {
      slot.release();
    }
    await stores.passwordAttempts.recordSuccess(principal, ouid, context.clientIp);
    const isProven = await recordFreshProof(services, context, {
      current,
      factor: 'password',
      // A password that was changed while it was compared is wrong now.
      use: async (tx) => (await tx.stores.accounts.lockRowUnlessPasswordChanged(current.account)) !== undefined,
    });
    return record(isProven ? { is: 'done', data: null } : { is: 'notSignedIn' });
  });

  handleCall(server, services, proveByCode, async ({ serviceId, credentials }, context, current) => {
    const { account, session } = current;
    const record = recorder<CodeResponse>(context, account.ouid, 'code');

    const lookup = { serviceId, browserId: context.browserId, bizTypes: ['PROVE_AGAIN'] } as const;
    const counted = await countProof(services, current, context);
    if (!counted) return record({ is: 'notSignedIn' });
    const checked = await checkCode(services, lookup, credentials, context);
    if (checked.is !== 'right') {
      await counted.endAfterTooMany();
      return record(checked);
    }
    await counted.forgetWrongOnes();
    const { previousHandleHash, recipient } = checked.details;
    if (previousHandleHash !== sha256(session.id)) return record({ is: 'unknownServiceId' });
    const factor = recipient.kind === 'mobile' ? 'sms' : 'mail';
    const isProven = await recordFreshProof(services, context, {
      current,
      factor,
      // The account may have got another number or address since the code was sent.
      use: async (tx, locked) =>
        locked[recipient.kind] === recipient.value && (await tx.stores.codes.useVerified(lookup)) !== undefined,
    });
    return record(isProven ? { is: 'done', data: null } : { is: 'expiredCode' });
  });
}
