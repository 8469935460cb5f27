import { changeName } from '@foyer/contract/flows/change-name';
import type { FastifyInstance } from 'fastify';
import { type Services, inTransaction } from '../../services.ts';
import { handleCall } from '../../http/route.ts';
import { requireFreshProof, requireProofLocked } from '../../parts/fresh-proof/fresh-proof.ts';

/** A name that the person gives. Nothing has verified it. */
export function changeNameRoutes(app: FastifyInstance, services: Services) {
  handleCall(app, services.config, changeName, async ({ name }, context) => {
    const proof = await requireFreshProof(services, context);
    if (proof.is !== 'proven') return proof;
    return inTransaction(services, async (tx) => {
      const current = await requireProofLocked(tx, proof.account.ouid, context);
      if (current.is !== 'proven') return current;
      const { ouid } = current.account;
      if (!(await tx.stores.persons.changeName(ouid, name))) return { is: 'nameOnRecord' };
      await tx.stores.audit.record({ account: ouid, type: 'nameChanged' }, context);
      return { is: 'done', data: null };
    });
  });
}
