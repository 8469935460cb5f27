import { agreementVersion as version } from '@foyer/contract/agreement-version';
import { agree, askAgreement } from '@foyer/contract/flows/consent';
import type { FastifyInstance } from 'fastify';
import type { House } from '../../services.ts';
import { targetOf } from '../../parts/sign-in/resolve-redirect.ts';
import { answer } from '../../http/route.ts';
import { consentStore } from '../../store/consents.ts';
import { sessionStore } from '../../store/sessions.ts';

export function consentRoutes(app: FastifyInstance, { config, database, clock, chance, log }: House) {
  const sessions = sessionStore(database.sql, clock, chance, config.limits.session);
  const consents = consentStore(database.sql);

  answer(app, config, askAgreement, async (_, visitor) => {
    const here = await sessions.findBeforeConsent(visitor.sessionToken);
    if (!here) return { is: 'notSignedIn' };
    visitor.isAccount(here.account.ouid);
    // A session that waits is opened by agreeing alone, even when the person has agreed elsewhere since.
    const needAgreement = here.session.state === 'awaitingConsent' || !(await consents.has(here.account.ouid, version));
    return { is: 'done', data: { needAgreement, version } };
  });

  answer(app, config, agree, async ({ version: agreedTo, redirectUrl }, visitor) => {
    const { sessionToken, language } = visitor;
    const here = await sessions.findBeforeConsent(sessionToken);
    if (!sessionToken || !here) return { is: 'notSignedIn' };
    const { ouid } = here.account;
    visitor.isAccount(ouid);
    if (agreedTo !== version) return { is: 'agreementOutdated', data: { version } };

    const consent = { account: ouid, version, language, agreedAt: new Date(clock.now()) };
    if (here.session.state === 'awaitingConsent') {
      const token = await database.sql.transaction(async (tx) => {
        const opened = await sessions.openWaiting(sessionToken, tx);
        if (opened) await consents.add(consent, tx);
        return opened;
      });
      if (!token) return { is: 'notSignedIn' };
      visitor.keepSession(token);
    } else await consents.add(consent);

    log.info({ event: 'agreed', id: visitor.requestId, version, account: ouid });
    return { is: 'done', data: { url: targetOf(config, visitor, [redirectUrl]) } };
  });
}
