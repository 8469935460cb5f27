import type { CallResponse } from '@foyer/contract/call';
import { changePassword } from '@foyer/contract/flows/change-password';
import { seconds } from '@foyer/contract/time';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import { handleCall } from '../../parts/access/handle-call.ts';
import { recordNewFactor } from '../../parts/sign-in/new-factors.ts';
import { signOutOthers } from '../../parts/sign-in/sign-out-everywhere.ts';
import { hashing } from '../../platform/passwords.ts';

type Response = CallResponse<typeof changePassword>;

export function changePasswordRoutes(server: FastifyInstance, services: Services) {
  const { passwords, isCommonPassword, notices, log } = services;

  handleCall(server, services, changePassword, async ({ newPassword, endOtherSessions }, context, proof) => {
    const { account } = proof;
    const record = (response: Response): Response => {
      log.info({ event: 'passwordChanged', id: context.requestId, result: response.is, account: account.ouid });
      return response;
    };
    const principals = [account.mobile, account.email].filter((principal) => principal !== null);
    if (isCommonPassword(newPassword, principals)) return record({ is: 'commonPassword' });

    const slot = passwords.reserveSlot();
    if (!slot) return record({ is: 'busy', data: { retryAfter: hashing.retryAfter / seconds(1) } });
    let passwordHash: string;
    try {
      passwordHash = await slot.hash(newPassword);
    } finally {
      slot.release();
    }
    const refused = await proof.change(async (tx, current) => {
      const { accounts, audit, passwordAttempts, pendingSignIns, trustedBrowsers } = tx.stores;
      const { session } = current;
      await accounts.changePassword(account.ouid, passwordHash);
      // Who has proven the earlier password in this session replaces like by like.
      if (!session.factors.includes('password')) await recordNewFactor(tx, account.ouid, 'password', session.factors);
      await passwordAttempts.clear(account, context.clientIp);
      // A sign-in that was started with the earlier password does not go on.
      await pendingSignIns.endAll(account.ouid);
      // A thief of the earlier password may have made a browser trusted.
      await trustedBrowsers.endAll(account.ouid);
      const details = { ...(endOtherSessions && { endedOthers: 1 }) };
      await audit.record({ account: account.ouid, type: 'passwordChanged', details }, context);
      if (endOtherSessions) await signOutOthers(tx, session, context);
      else await tx.stores.sessions.forgetOtherProofs(account.ouid, session.id);
      return undefined;
    });
    if (refused) return record(refused);
    notices.send(account, 'passwordChanged', context);
    return record({ is: 'done', data: null });
  });
}
