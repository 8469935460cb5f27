import {
  answerAccessQuestion,
  confirmSignOut,
  getAccessQuestion,
  getInteractionApplication,
} from '@foyer/contract/flows/oidc-provider';
import { mask } from '@foyer/contract/rules/account-rules';
import type { FastifyInstance } from 'fastify';
import type { RequestContext } from '../../http/request-context.ts';
import { handleCall } from '../../http/route.ts';
import { askedFor } from '../../parts/oidc/grants.ts';
import { createInteractionViews } from '../../parts/oidc/interaction-view.ts';
import type { Oidc } from '../../parts/oidc/oidc.ts';
import { oidcPaths } from '../../parts/oidc/paths.ts';
import { afterSignOut } from '../../parts/oidc/sign-out.ts';
import { type Services, inTransaction } from '../../services.ts';
import { clientNameIn } from '../../store/oidc/oidc-clients.ts';
import { finish, grantAccess, isOfSession, signInUrl } from './interaction.ts';

/** What the pages of the OpenID provider ask the person. */
export function accessQuestionRoutes(app: FastifyInstance, services: Services, oidc: Oidc) {
  const { config, log, stores } = services;
  const views = createInteractionViews(services);

  /** A question that waits for an answer of the session that it was asked in. */
  async function findQuestion(uid: string, context: RequestContext) {
    const provider = await oidc.provider();
    const [interaction, current] = await Promise.all([
      provider.Interaction.find(uid),
      stores.sessions.find(context.sessionToken),
    ]);
    if (!interaction || !current || !isOfSession(interaction, current.session)) return undefined;
    if (interaction.prompt.name !== 'consent' || interaction.result) return undefined;
    context.setLoggedAccount(current.account.ouid);
    return { provider, interaction, ...current };
  }

  handleCall(app, config, getAccessQuestion, async ({ uid }, context) => {
    const question = await findQuestion(uid, context);
    if (!question) return { is: 'authorisationExpired' };
    const { interaction, account } = question;
    const id = String(interaction.params['client_id']);
    const client = await stores.oidcClients.find(id);
    return {
      is: 'done',
      data: {
        application: client ? clientNameIn(context.language, client) : id,
        account: mask(account.mobile ?? account.email ?? ''),
        scopes: askedFor(interaction.params).shownScopes,
        signInUrl: signInUrl(`${config.publicUrl}${oidcPaths.interaction(uid, id)}`),
      },
    };
  });

  handleCall(app, config, getInteractionApplication, async ({ uid }, { browserId, language }) => {
    const application = await views.application({ redirectUrl: oidcPaths.interaction(uid), browserId }, language);
    return application === undefined ? { is: 'authorisationExpired' } : { is: 'done', data: { application } };
  });

  handleCall(app, config, answerAccessQuestion, async ({ uid, allowed }, context) => {
    const question = await findQuestion(uid, context);
    if (!question) return { is: 'authorisationExpired' };
    const { provider, interaction, session } = question;
    const client = String(interaction.params['client_id']);
    if (allowed) {
      const { shownScopes } = askedFor(interaction.params);
      await inTransaction(services, async ({ stores: tx }) => {
        await tx.oidcPermissions.allow(session.account, client, shownScopes);
        const details = { client, scopes: [...shownScopes] };
        await tx.audit.record({ account: session.account, type: 'applicationAllowed', details }, context);
      });
      await finish(interaction, await grantAccess(provider, interaction, session));
    } else {
      const denied = { error: 'access_denied', error_description: 'the person declined' };
      await finish(interaction, denied);
    }
    const event = allowed ? 'applicationAllowed' : 'applicationDeclined';
    log.info({ event, id: context.requestId, account: session.account, client });
    return { is: 'done', data: { url: oidcPaths.interaction(uid) } };
  });

  handleCall(app, config, confirmSignOut, async (_, context) => {
    const current = await stores.sessions.find(context.sessionToken);
    const asked = current && (await stores.oidcSessions.find(current.session.sid));
    if (current) {
      await inTransaction(services, async ({ stores: tx }) => {
        const client = asked?.state?.['clientId'];
        const details = typeof client === 'string' ? { client } : {};
        await tx.audit.record({ account: current.account.ouid, type: 'signedOut', details }, context);
        await tx.sessions.endBySid(current.session.sid);
      });
      context.setLoggedAccount(current.account.ouid);
      log.info({ event: 'signOut', id: context.requestId, everywhere: false, account: current.account.ouid });
    }
    context.clearSession();
    context.clearCachedPages();
    return { is: 'done', data: { url: afterSignOut(asked?.state) } };
  });
}
