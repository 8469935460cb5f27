import { agreementDay, agreementVersion as version } from '@foyer/contract/agreement-version';
import { agree, getAgreement } from '@foyer/contract/flows/agreement';
import type { SignInMethod } from '@foyer/contract/sign-in-methods';
import type { FastifyInstance } from 'fastify';
import { type Services, inTransaction } from '../../services.ts';
import { acceptAgreement } from '../../parts/sign-in/accept-agreement.ts';
import { rememberAccount } from '../../parts/sign-in/remembered-accounts.ts';
import { resolveRedirect } from '../../parts/sign-in/resolve-redirect.ts';
import { handleCall } from '../../parts/access/handle-call.ts';

export function agreementRoutes(server: FastifyInstance, services: Services) {
  const { config, log, stores } = services;
  const { agreements } = stores;

  handleCall(server, services, getAgreement, async (_, { language }, { account: { ouid }, session }) => {
    // A session that awaits agreement needs it even if the person has since agreed in another browser.
    const needAgreement = session.state === 'awaitingConsent' || !(await agreements.has(ouid));
    if (!needAgreement || !(await agreements.hasEarlier(ouid))) return { is: 'done', data: { needAgreement, version } };
    const changes = config.agreementChanges[language];
    return {
      is: 'done',
      data: { needAgreement, version, updated: { day: agreementDay, ...(changes && { changes }) } },
    };
  });

  handleCall(server, services, agree, async ({ version: agreedVersion, redirectUrl }, context, current) => {
    const { account, session, token } = current;
    const { ouid } = account;
    if (agreedVersion !== version) return { is: 'agreementOutdated', data: { version } };

    if (session.state === 'awaitingConsent') {
      const newToken = await inTransaction(services, async (tx) => {
        const opened = await tx.stores.sessions.openAfterAgreement(token);
        if (!opened) return undefined;
        await acceptAgreement(tx.stores, ouid, context);
        if (!session.shared) await rememberAccount(tx, ouid, session.method as SignInMethod, context);
        return opened;
      });
      if (!newToken) return { is: 'notSignedIn' };
      context.setSession(newToken);
    } else await inTransaction(services, (tx) => acceptAgreement(tx.stores, ouid, context));

    log.info({ event: 'agreed', id: context.requestId, version, account: ouid });
    return { is: 'done', data: { url: resolveRedirect(config, context, redirectUrl) } };
  });
}
