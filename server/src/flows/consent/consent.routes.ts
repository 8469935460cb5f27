import { agreementVersion as version } from '@foyer/contract/agreement-version';
import { agree, getAgreement } from '@foyer/contract/flows/consent';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import { resolveRedirect } from '../../parts/sign-in/resolve-redirect.ts';
import { handleCall } from '../../http/route.ts';
import { consentStore } from '../../store/consents.ts';
import { sessionStore } from '../../store/sessions.ts';

export function consentRoutes(app: FastifyInstance, { config, database, clock, random, log }: Services) {
  const sessions = sessionStore(database.sql, clock, random, config.limits.session);
  const consents = consentStore(database.sql);

  handleCall(app, config, getAgreement, async (_, context) => {
    const here = await sessions.findBeforeConsent(context.sessionToken);
    if (!here) return { is: 'notSignedIn' };
    context.setLoggedAccount(here.account.ouid);
    // A session that waits is opened by agreeing alone, even when the person has agreed elsewhere since.
    const needAgreement = here.session.state === 'awaitingConsent' || !(await consents.has(here.account.ouid, version));
    return { is: 'done', data: { needAgreement, version } };
  });

  handleCall(app, config, agree, async ({ version: agreedTo, redirectUrl }, context) => {
    const { sessionToken, language } = context;
    const here = await sessions.findBeforeConsent(sessionToken);
    if (!sessionToken || !here) return { is: 'notSignedIn' };
    const { ouid } = here.account;
    context.setLoggedAccount(ouid);
    if (agreedTo !== version) return { is: 'agreementOutdated', data: { version } };

    const consent = { account: ouid, version, language, agreedAt: new Date(clock.now()) };
    if (here.session.state === 'awaitingConsent') {
      const token = await database.sql.transaction(async (tx) => {
        const opened = await sessions.openWaiting(sessionToken, tx);
        if (opened) await consents.add(consent, tx);
        return opened;
      });
      if (!token) return { is: 'notSignedIn' };
      context.setSession(token);
    } else await consents.add(consent);

    log.info({ event: 'agreed', id: context.requestId, version, account: ouid });
    return { is: 'done', data: { url: resolveRedirect(config, context, [redirectUrl]) } };
  });
}
