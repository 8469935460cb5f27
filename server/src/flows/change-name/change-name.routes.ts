import { changeName } from '@foyer/contract/flows/change-name';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import { handleCall } from '../../parts/access/handle-call.ts';

/** A name that the person gives. Nothing has verified it. */
export function changeNameRoutes(server: FastifyInstance, services: Services) {
  handleCall(server, services, changeName, async ({ name }, context, proof) => {
    return proof.change(async (tx, current) => {
      const { ouid } = current.account;
      if (!(await tx.stores.realNames.changeName(ouid, name))) return { is: 'nameOnRecord' };
      await tx.stores.audit.record({ account: ouid, type: 'nameChanged' }, context);
      return { is: 'done', data: null };
    });
  });
}
