import { forgetAccount } from '@foyer/contract/flows/account-chooser';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import { handleCall } from '../../http/route.ts';

export function accountChooserRoutes(app: FastifyInstance, { config, log, stores }: Services) {
  handleCall(app, config, forgetAccount, async ({ id }, context) => {
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
