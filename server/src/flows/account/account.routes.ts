import { agreementVersion } from '@foyer/contract/agreement-version';
import { getAcceptedAgreements } from '@foyer/contract/flows/account';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import { handleCall } from '../../parts/access/handle-call.ts';
import { activityRoutes } from './activity.routes.ts';
import { proveAgainRoutes } from './prove-again.routes.ts';

/** What a signed-in person does on the account page, except for what the flows of single factors do. */
export function accountRoutes(server: FastifyInstance, services: Services) {
  const { stores } = services;
  proveAgainRoutes(server, services);
  activityRoutes(server, services);

  handleCall(server, services, getAcceptedAgreements, async (_, _context, current) => {
    const agreements = (await stores.agreements.listByAccount(current.account.ouid)).map(
      ({ version, language, agreedAt }) => ({
        version,
        language,
        agreedAt: agreedAt.toISOString(),
        inForce: version === agreementVersion,
      }),
    );
    return { is: 'done', data: { consents: agreements } };
  });
}
