import {
  answerAccessQuestion,
  confirmSignOut,
  getAccessQuestion,
  getInteractionApplication,
} from '@foyer/contract/flows/oidc-provider';
import { mask } from '@foyer/contract/rules/account-rules';
import type { FastifyInstance } from 'fastify';
import { type SignedIn, handleCall } from '../../parts/access/handle-call.ts';
import { askedFor } from '../../parts/oidc/grants.ts';
import { createInteractionViews } from '../../parts/oidc/interaction-view.ts';
import type { Oidc } from '../../parts/oidc/oidc.ts';
import { oidcPaths } from '../../parts/oidc/paths.ts';
import { afterSignOut } from '../../parts/oidc/sign-out.ts';
import { type Services, inTransaction } from '../../services.ts';
import { labelIn } from '../../store/accounts/attributes.ts';
import { clientNameIn } from '../../store/oidc/oidc-clients.ts';
import { finish, grantAccess, isOfSession, signInUrl } from './interaction.ts';

/** What the pages of the OpenID provider ask the person. */
export function accessQuestionRoutes(server: FastifyInstance, services: Services, oidc: Oidc) {
  const { config, log, stores } = services;
  const views = createInteractionViews(services);

  /** A question that waits for an answer of the session that it was asked in. */
  async function findQuestion(uid: string, current: SignedIn | undefined) {
    const provider = await oidc.provider();
    const interaction = await provider.Interaction.find(uid);
    if (!interaction || !current || !isOfSession(interaction, current.session)) return undefined;
    if (interaction.prompt.name !== 'consent' || interaction.result) return undefined;
    return { provider, interaction, ...current };
  }

  handleCall(server, services, getAccessQuestion, async ({ uid }, context, current) => {
    const question = await findQuestion(uid, current);
    if (!question) return { is: 'authorisationExpired' };
    const { interaction, account } = question;
    const id = String(interaction.params['client_id']);
    const client = await stores.oidcClients.find(id);
    const { shownScopes, shownAttributes } = askedFor(interaction.params, await stores.attributes.all());
    return {
      is: 'done',
      data: {
        application: client ? clientNameIn(context.language, client) : id,
        ...hostOf(String(interaction.params['redirect_uri'])),
        account: mask(account.mobile ?? account.email ?? ''),
        scopes: shownScopes,
        attributes: [...new Set(shownAttributes.map((attribute) => labelIn(context.language, attribute)))],
        signInUrl: signInUrl(`${config.publicUrl}${oidcPaths.interaction(uid, id)}`),
      },
    };
  });

  handleCall(server, services, getInteractionApplication, async ({ uid }, { browserId, language }) => {
    const application = await views.application({ redirectUrl: oidcPaths.interaction(uid), browserId }, language);
    return application === undefined ? { is: 'authorisationExpired' } : { is: 'done', data: { application } };
  });

  handleCall(server, services, answerAccessQuestion, async ({ uid, allowed }, context, current) => {
    const question = await findQuestion(uid, current);
    if (!question) return { is: 'authorisationExpired' };
    const { provider, interaction, session } = question;
    const client = String(interaction.params['client_id']);
    if (allowed) {
      const { permission } = askedFor(interaction.params, await stores.attributes.all());
      await inTransaction(services, async ({ stores: tx }) => {
        await tx.oidcPermissions.allow(session.account, client, permission);
        const details = { client, scopes: permission };
        await tx.audit.record({ account: session.account, type: 'applicationAllowed', details }, context);
      });
      await finish(interaction, await grantAccess(services, provider, interaction, session));
    } else {
      const denied = { error: 'access_denied', error_description: 'the person declined' };
      await finish(interaction, denied);
    }
    const event = allowed ? 'applicationAllowed' : 'applicationDeclined';
    log.info({ event, id: context.requestId, account: session.account, client });
    return { is: 'done', data: { url: oidcPaths.interaction(uid) } };
  });

  handleCall(server, services, confirmSignOut, async (_, context, current) => {
    const asked = current && (await stores.oidcSessions.find(current.session.sid));
    if (current) {
      await inTransaction(services, async ({ stores: tx }) => {
        const client = asked?.state?.['clientId'];
        const details = typeof client === 'string' ? { client } : {};
        await tx.audit.record({ account: current.account.ouid, type: 'signedOut', details }, context);
        await tx.sessions.endBySid(current.session.sid);
      });
      log.info({ event: 'signOut', id: context.requestId, everywhere: false, account: current.account.ouid });
    }
    context.clearSession();
    context.clearCachedPages();
    return { is: 'done', data: { url: afterSignOut(asked?.state) } };
  });
}

/** An application of a phone has an address of its own kind, which tells a person nothing. */
function hostOf(redirectUri: string) {
  const { protocol, host } = new URL(redirectUri);
  return protocol === 'https:' || protocol === 'http:' ? { host } : {};
}
