import type { CallResponse } from '@foyer/contract/call';
import { resetPassword } from '@foyer/contract/flows/retrieve-password';
import { seconds } from '@foyer/contract/time';
import type { FastifyInstance } from 'fastify';
import { type Services, inTransaction } from '../../services.ts';
import { codeStatus } from '../../parts/one-time-code/code-check.ts';
import { recordNewFactor } from '../../parts/sign-in/new-factors.ts';
import { recordSignIn } from '../../parts/sign-in/record-sign-in.ts';
import { signOutEverywhere } from '../../parts/sign-in/sign-out-everywhere.ts';
import { handleCall } from '../../parts/access/handle-call.ts';
import { hashing } from '../../platform/passwords.ts';

type Response = CallResponse<typeof resetPassword>;

export function retrievePasswordRoutes(server: FastifyInstance, services: Services) {
  const { passwords, notices, isCommonPassword, stores } = services;

  handleCall(server, services, resetPassword, async ({ serviceId, newPassword }, context) => {
    const record = (response: Response, account?: string) =>
      recordSignIn(services, context, response, { event: 'passwordReset', countAs: 'retrieve', account });

    const lookup = { serviceId, browserId: context.browserId, bizTypes: ['RETRIEVE'] } as const;
    const status = await codeStatus(services, lookup);
    if (status.is === 'usedOrExpired') return record(await repeatedResponse());
    const recipient = status.is === 'verified' ? status.details.recipient : undefined;
    const account = recipient && (await stores.accounts.find(recipient));
    if (!account) return record({ is: 'unknownServiceId' });
    const { ouid } = account;
    context.setLoggedAccount(ouid);
    const principals = [account.mobile, account.email].filter((principal) => principal !== null);
    if (isCommonPassword(newPassword, principals)) return record({ is: 'commonPassword' }, ouid);

    const slot = passwords.reserveSlot();
    if (!slot) return record({ is: 'busy', data: { retryAfter: hashing.retryAfter / seconds(1) } }, ouid);
    let passwordHash: string;
    try {
      passwordHash = await slot.hash(newPassword);
    } finally {
      slot.release();
    }

    const isReset = await inTransaction(services, async (tx) => {
      const { accounts, audit, codes, passwordAttempts, sessions } = tx.stores;
      // The account may have got another number or address while the password was hashed.
      await accounts.lockRow(ouid);
      if ((await accounts.find(recipient))?.ouid !== ouid) return false;
      if (!(await codes.useVerified(lookup, newPassword))) return false;
      await accounts.resetPassword(ouid, passwordHash);
      const factor = recipient.kind === 'mobile' ? 'sms' : 'mail';
      await recordNewFactor(tx, ouid, 'password', [factor]);
      await audit.record({ account: ouid, type: 'passwordReset' }, context);
      await signOutEverywhere(tx.stores, ouid);
      // The browser may be signed in to another account: its cookie is cleared below, so that session ends too.
      if (context.sessionToken) await sessions.endByToken(context.sessionToken);
      await passwordAttempts.clear(account, context.clientIp);
      return true;
    });
    if (!isReset) return record(await repeatedResponse(), ouid);

    context.clearSession();
    notices.send(account, 'passwordChanged', context);
    return record({ is: 'done', data: null }, ouid);

    /** The response may have been lost: the same password again gets the same response. */
    async function repeatedResponse(): Promise<Response> {
      const wasReset = await stores.retries.wasUsedWith(lookup, newPassword);
      return wasReset ? { is: 'done', data: null } : { is: 'expiredCode' };
    }
  });
}
