import { requestIdentityUrl, showsResultPage } from '@foyer/contract/flows/real-name';
import type { FastifyInstance } from 'fastify';
import { type Services, inTransaction } from '../../services.ts';
import { resolveRedirect } from '../../parts/sign-in/resolve-redirect.ts';
import { handleCall } from '../../parts/access/handle-call.ts';
import { readBodiesAsText } from '../../http/requests/text-body.ts';
import { nameIn } from '../../platform/masking.ts';
import { identityResultPath } from '../../providers/identity-verification.ts';

/** A signed-in person verifies their name on the page of the identity service, which then reports the result. */
export async function realNameRoutes(server: FastifyInstance, { services }: { services: Services }) {
  const { config, log, identity } = services;

  handleCall(
    server,
    services,
    requestIdentityUrl,
    async ({ accountId, dataCollect, contextInfo }, context, current) => {
      const { account } = current;
      // The id of another account gets the same response as no session.
      if (account.ouid !== accountId) return { is: 'notSignedIn' };
      const redirectUrl = resolveRedirect(config, context, contextInfo.redirectUrl);
      const name = nameIn(context.language, account);
      const url = await identity?.requestPage({
        accountId,
        ...(name && { person: { name } }),
        redirectUrl,
        showResultPage: contextInfo.showResultPage && showsResultPage(redirectUrl),
        clientType: dataCollect.clientType,
        bizSource: dataCollect.bizSource,
      });
      log.info({ event: 'realName', id: context.requestId, result: url ? 'sent' : 'noPage', account: accountId });
      return { is: 'done', data: url ? { url } : {} };
    },
  );

  if (!identity) return;
  await server.register(async (scope) => {
    readBodiesAsText(scope);
    scope.post(identityResultPath, async ({ id, body, headers }, reply) => {
      const signature = headers['x-identity-signature'];
      const verified = identity.readResult(String(body), typeof signature === 'string' ? signature : '');
      if (!verified) {
        log.warn({ event: 'realNameRefused', id });
        return reply.status(403).send('');
      }
      const { ouid, contextId } = verified;
      // With a contextId the person has verified the ID number of that claim, and of no other.
      const isKnown = await inTransaction(services, async ({ stores: { audit, realNames } }) => {
        // The identity service reports it, not the browser of the person.
        const origin = { requestId: id, maskedIp: '', deviceLabel: '' };
        if (contextId !== undefined) {
          if (!(await realNames.confirmIdNumber(ouid, { handle: contextId }))) return false;
          await audit.record({ account: ouid, type: 'idNumberConfirmed' }, origin);
        }
        await realNames.markRealNameVerified(ouid);
        await audit.record({ account: ouid, type: 'realNameVerified' }, origin);
        return true;
      });
      log.info({ event: 'realName', id, result: isKnown ? 'verified' : 'outdatedClaim', account: ouid });
      return 'success';
    });
  });
}
