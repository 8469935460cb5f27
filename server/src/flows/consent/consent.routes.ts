import { agreementDay, agreementVersion as version } from '@foyer/contract/agreement-version';
import { agree, getAgreement } from '@foyer/contract/flows/consent';
import type { SignInMethod } from '@foyer/contract/sign-in-methods';
import type { FastifyInstance } from 'fastify';
import { type Services, inTransaction } from '../../services.ts';
import { giveConsent } from '../../parts/sign-in/give-consent.ts';
import { rememberAccount } from '../../parts/sign-in/remembered-accounts.ts';
import { resolveRedirect } from '../../parts/sign-in/resolve-redirect.ts';
import { handleCall } from '../../parts/access/handle-call.ts';

export function consentRoutes(app: FastifyInstance, services: Services) {
  const { config, log, stores } = services;
  const { consents } = stores;

  handleCall(app, services, getAgreement, async (_, { language }, { account: { ouid }, session }) => {
    // A session that awaits consent needs it even if the person has since agreed in another browser.
    const needAgreement = session.state === 'awaitingConsent' || !(await consents.has(ouid));
    if (!needAgreement || !(await consents.hasEarlier(ouid))) return { is: 'done', data: { needAgreement, version } };
    const changes = config.agreementChanges[language];
    return {
      is: 'done',
      data: { needAgreement, version, updated: { day: agreementDay, ...(changes && { changes }) } },
    };
  });

  handleCall(app, services, agree, async ({ version: agreedVersion, redirectUrl }, context, current) => {
    const { account, session, token } = current;
    const { ouid } = account;
    if (agreedVersion !== version) return { is: 'agreementOutdated', data: { version } };

    if (session.state === 'awaitingConsent') {
      const newToken = await inTransaction(services, async (tx) => {
        const opened = await tx.stores.sessions.openAfterConsent(token);
        if (!opened) return undefined;
        await giveConsent(tx.stores, ouid, context);
        if (!session.shared) await rememberAccount(tx, ouid, session.method as SignInMethod, context);
        return opened;
      });
      if (!newToken) return { is: 'notSignedIn' };
      context.setSession(newToken);
    } else await inTransaction(services, (tx) => giveConsent(tx.stores, ouid, context));

    log.info({ event: 'agreed', id: context.requestId, version, account: ouid });
    return { is: 'done', data: { url: resolveRedirect(config, context, redirectUrl) } };
  });
}
