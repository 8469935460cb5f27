import { agreementVersion } from '@foyer/contract/agreement-version';
import { getConsents } from '@foyer/contract/flows/account';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import { handleCall } from '../../http/route.ts';
import { activityRoutes } from './activity.routes.ts';
import { proveAgainRoutes } from './prove-again.routes.ts';

/** What a signed-in person does on the account page, except for what the flows of single factors do. */
export function accountRoutes(app: FastifyInstance, services: Services) {
  const { config, stores } = services;
  proveAgainRoutes(app, services);
  activityRoutes(app, services);

  handleCall(app, config, getConsents, async (_, context) => {
    const current = await stores.sessions.find(context.sessionToken);
    if (!current) return { is: 'notSignedIn' };
    context.setLoggedAccount(current.account.ouid);
    const consents = (await stores.consents.listByAccount(current.account.ouid)).map(
      ({ version, language, agreedAt }) => ({
        version,
        language,
        agreedAt: agreedAt.toISOString(),
        inForce: version === agreementVersion,
      }),
    );
    return { is: 'done', data: { consents } };
  });
}
