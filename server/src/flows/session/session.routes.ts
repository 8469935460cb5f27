import type { SignInMethod } from '@foyer/contract/sign-in-methods';
import { type OpenSession, getCurrentAccount, endSession, logOut, unlinkIdentity } from '@foyer/contract/flows/session';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import { createSignOutEverywhere } from '../../parts/sign-in/sign-out-everywhere.ts';
import { handleCall } from '../../http/route.ts';
import type { RequestContext } from '../../http/request-context.ts';
import { identityStore } from '../../store/identities.ts';
import { sessionStore } from '../../store/sessions.ts';

export function sessionRoutes(app: FastifyInstance, services: Services) {
  const { config, database, clock, random, log } = services;
  const sessions = sessionStore(database.sql, clock, random, config.limits.session);
  const identities = identityStore(database.sql);
  const signOutEverywhere = createSignOutEverywhere(services);

  async function whoIs(context: RequestContext) {
    const found = await sessions.find(context.sessionToken);
    if (found) context.setLoggedAccount(found.account.ouid);
    return found;
  }

  handleCall(app, config, getCurrentAccount, async (_, context) => {
    const here = await whoIs(context);
    if (!here) return { is: 'notSignedIn' };
    const { ouid, name, mobile, email, realNameAt } = here.account;
    const [open, linked] = await Promise.all([sessions.ofAccount(ouid), identities.ofAccount(ouid)]);
    return {
      is: 'done',
      data: {
        ouid,
        ...(name && { name }),
        ...(mobile && { mobile }),
        ...(email && { email }),
        realNameStatus: realNameAt !== null,
        sessions: open.map(({ id, way, factors, device, address, createdAt, lastSeenAt }): OpenSession => ({
          id,
          current: id === here.session.id,
          way: way as SignInMethod,
          factors,
          device,
          address,
          createdAt: createdAt.toISOString(),
          lastSeenAt: lastSeenAt.toISOString(),
        })),
        identities: linked.map(({ id, provider, since }) => ({ id, provider, since: since.toISOString() })),
      },
    };
  });

  handleCall(app, config, endSession, async ({ id }, context) => {
    const here = await whoIs(context);
    if (!here) return { is: 'notSignedIn' };
    if (!(await sessions.end(here.account.ouid, id))) return { is: 'notFound' };
    if (id === here.session.id) context.clearSession();
    log.info({ event: 'sessionEnded', id: context.requestId, account: here.account.ouid });
    return { is: 'done', data: null };
  });

  handleCall(app, config, unlinkIdentity, async ({ id }, context) => {
    const here = await whoIs(context);
    if (!here) return { is: 'notSignedIn' };
    if (!(await identities.unlink(here.account.ouid, id))) return { is: 'notFound' };
    log.info({ event: 'identityUnlinked', id: context.requestId, account: here.account.ouid });
    return { is: 'done', data: null };
  });

  handleCall(app, config, logOut, async ({ everywhere }, context) => {
    const found = await sessions.findBeforeConsent(context.sessionToken);
    if (found && everywhere && found.session.state === 'open')
      await database.sql.transaction((tx) => signOutEverywhere(found.account.ouid, tx));
    else if (context.sessionToken) await sessions.endByToken(context.sessionToken);
    context.clearSession();
    context.clearCachedPages();
    if (found) {
      context.setLoggedAccount(found.account.ouid);
      log.info({ event: 'signOut', id: context.requestId, everywhere, account: found.account.ouid });
    }
    return { is: 'done', data: null };
  });
}
