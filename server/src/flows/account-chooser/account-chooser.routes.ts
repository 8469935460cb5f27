import { forgetAccount } from '@foyer/contract/flows/account-chooser';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import { handleCall } from '../../parts/access/handle-call.ts';

export function accountChooserRoutes(server: FastifyInstance, services: Services) {
  const { log, stores } = services;

  handleCall(server, services, forgetAccount, async ({ id }, context) => {
    const { browserId, requestId } = context;
    const account = browserId && (await stores.rememberedAccounts.find(browserId, id));
    // Forgotten already, perhaps in another tab.
    if (!account) return { is: 'done', data: null };
    const { ouid } = account;
    context.setLoggedAccount(ouid);
    await stores.rememberedAccounts.forget(ouid, browserId);
    // A person who has their account forgotten expects the next sign-in here to be a full one.
    await stores.trustedBrowsers.endIn(ouid, browserId);
    log.info({ event: 'accountForgotten', id: requestId, account: ouid });
    return { is: 'done', data: null };
  });
}
