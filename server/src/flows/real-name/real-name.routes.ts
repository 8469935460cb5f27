import { request as requestLimits } from '@foyer/contract/limits';
import { requestIdentityUrl, showsResultPage } from '@foyer/contract/flows/real-name';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import { resolveRedirect } from '../../parts/sign-in/resolve-redirect.ts';
import { handleCall } from '../../http/route.ts';
import { personStore } from '../../store/persons.ts';
import { sessionStore } from '../../store/sessions.ts';

const resultPath = '/v2/identity/auth/result';

/** Whoever is signed in may prove who they are, elsewhere; that other place alone says whether they did. */
export async function realNameRoutes(app: FastifyInstance, { services }: { services: Services }) {
  const { config, database, clock, random, secrets, log, identity } = services;
  const sessions = sessionStore(database.sql, clock, random, config.limits.session);
  const persons = personStore(database.sql, clock, random, secrets.codes);

  handleCall(app, config, requestIdentityUrl, async ({ accountId, dataCollect, contextInfo }, context) => {
    const here = await sessions.find(context.sessionToken);
    // Somebody else's account is as unknown as no session.
    if (here?.account.ouid !== accountId) return { is: 'notSignedIn' };
    context.setLoggedAccount(accountId);
    const redirectUrl = resolveRedirect(config, context, [contextInfo.redirectUrl]);
    const url = await identity?.pageFor({
      accountId,
      redirectUrl,
      showResultPage: contextInfo.showResultPage && showsResultPage(redirectUrl),
      clientType: dataCollect.clientType,
      bizSource: dataCollect.bizSource,
      notifyUrl: `${config.publicUrl}${config.page.apiBase}${resultPath}`,
    });
    log.info({ event: 'realName', id: context.requestId, result: url ? 'sent' : 'noPage', account: accountId });
    return { is: 'done', data: url ? { url } : {} };
  });

  if (!identity) return;
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      '*',
      { parseAs: 'string', bodyLimit: requestLimits.bodyBytes },
      async (_: unknown, body: string) => body,
    );
    scope.post(resultPath, async ({ id, body, headers }, reply) => {
      const signature = headers['x-identity-signature'];
      const ouid = identity.readResult(String(body), typeof signature === 'string' ? signature : '');
      if (ouid === undefined) {
        log.warn({ event: 'realNameRefused', id });
        return reply.status(403).send('');
      }
      await persons.isVerified(ouid);
      log.info({ event: 'realName', id, result: 'verified', account: ouid });
      return 'success';
    });
  });
}
