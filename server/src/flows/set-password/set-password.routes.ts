import type { CallResponse } from '@foyer/contract/call';
import { setPassword } from '@foyer/contract/flows/set-password';
import { seconds } from '@foyer/contract/time';
import type { FastifyInstance } from 'fastify';
import { type Services, inTransaction } from '../../services.ts';
import { handleCall } from '../../parts/access/handle-call.ts';
import { hashing } from '../../platform/passwords.ts';

type Response = CallResponse<typeof setPassword>;

export function setPasswordRoutes(server: FastifyInstance, services: Services) {
  const { passwords, isCommonPassword, notices, log, stores } = services;

  handleCall(server, services, setPassword, async ({ serviceId, newPassword }, context, current) => {
    const { session, account } = current;
    const record = (response: Response): Response => {
      log.info({ event: 'firstPassword', id: context.requestId, result: response.is, account: account.ouid });
      return response;
    };

    if (account.passwordHash) return record({ is: 'passwordAlreadySet' });
    if (!(await stores.passwordSetups.isValid(serviceId, session.id))) return record({ is: 'unknownServiceId' });
    const principals = [account.mobile, account.email].filter((principal) => principal !== null);
    if (isCommonPassword(newPassword, principals)) return record({ is: 'commonPassword' });

    const slot = passwords.reserveSlot();
    if (!slot) return record({ is: 'busy', data: { retryAfter: hashing.retryAfter / seconds(1) } });
    try {
      const hash = await slot.hash(newPassword);
      const result = await inTransaction(services, async ({ stores: tx }) => {
        const used = await tx.passwordSetups.use(serviceId, session.id, hash);
        if (used === 'set') await tx.audit.record({ account: account.ouid, type: 'passwordChanged' }, context);
        return used;
      });
      if (result !== 'set') return record({ is: result === 'invalid' ? 'unknownServiceId' : 'passwordAlreadySet' });
      notices.send(account, 'passwordChanged', context);
      return record({ is: 'done', data: null });
    } finally {
      slot.release();
    }
  });
}
