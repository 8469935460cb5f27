import { agreementVersion as version } from '@foyer/contract/agreement-version';
import { agree, getAgreement } from '@foyer/contract/flows/consent';
import type { SignInMethod } from '@foyer/contract/sign-in-methods';
import type { FastifyInstance } from 'fastify';
import { type Services, inTransaction } from '../../services.ts';
import { giveConsent } from '../../parts/sign-in/give-consent.ts';
import { rememberAccount } from '../../parts/sign-in/remembered-accounts.ts';
import { resolveRedirect } from '../../parts/sign-in/resolve-redirect.ts';
import { handleCall } from '../../http/route.ts';

export function consentRoutes(app: FastifyInstance, services: Services) {
  const { config, log, stores } = services;
  const { consents, sessions } = stores;

  handleCall(app, config, getAgreement, async (_, context) => {
    const current = await sessions.findInAnyState(context.sessionToken);
    if (!current) return { is: 'notSignedIn' };
    const { ouid } = current.account;
    context.setLoggedAccount(ouid);
    // A session that awaits consent needs it even if the person has since agreed in another browser.
    const needAgreement = current.session.state === 'awaitingConsent' || !(await consents.has(ouid));
    return { is: 'done', data: { needAgreement, version } };
  });

  handleCall(app, config, agree, async ({ version: agreedVersion, redirectUrl }, context) => {
    const { sessionToken } = context;
    const current = await sessions.findInAnyState(sessionToken);
    if (!sessionToken || !current) return { is: 'notSignedIn' };
    const { ouid } = current.account;
    context.setLoggedAccount(ouid);
    if (agreedVersion !== version) return { is: 'agreementOutdated', data: { version } };

    if (current.session.state === 'awaitingConsent') {
      const token = await inTransaction(services, async (tx) => {
        const opened = await tx.stores.sessions.openAfterConsent(sessionToken);
        if (!opened) return undefined;
        await giveConsent(tx.stores, ouid, context);
        await rememberAccount(tx, ouid, current.session.method as SignInMethod, context);
        return opened;
      });
      if (!token) return { is: 'notSignedIn' };
      context.setSession(token);
    } else await inTransaction(services, (tx) => giveConsent(tx.stores, ouid, context));

    log.info({ event: 'agreed', id: context.requestId, version, account: ouid });
    return { is: 'done', data: { url: resolveRedirect(config, context, redirectUrl) } };
  });
}
