import type { SignInMethod } from '@foyer/contract/sign-in-methods';
import {
  type OpenSession,
  endApplicationAccess,
  endSession,
  getCurrentAccount,
  logOut,
  unlinkIdentity,
} from '@foyer/contract/flows/session';
import type { FastifyInstance } from 'fastify';
import { type Services, inTransaction } from '../../services.ts';
import { signOutEverywhere } from '../../parts/sign-in/sign-out-everywhere.ts';
import { handleCall } from '../../http/route.ts';
import { nameIn } from '../../platform/masking.ts';
import { clientNameIn } from '../../store/oidc-clients.ts';
import type { RequestContext } from '../../http/request-context.ts';

export function sessionRoutes(app: FastifyInstance, services: Services) {
  const { config, log, stores } = services;
  const { identities, oidcPermissions, sessions } = stores;

  async function findCurrent(context: RequestContext) {
    const current = await sessions.find(context.sessionToken);
    if (current) context.setLoggedAccount(current.account.ouid);
    return current;
  }

  handleCall(app, config, getCurrentAccount, async (_, context) => {
    const current = await findCurrent(context);
    if (!current) return { is: 'notSignedIn' };
    const { ouid, mobile, email, realNameAt } = current.account;
    const name = nameIn(context.language, current.account);
    const [open, linked, allowed] = await Promise.all([
      sessions.listByAccount(ouid),
      identities.listByAccount(ouid),
      oidcPermissions.listByAccount(ouid),
    ]);
    return {
      is: 'done',
      data: {
        ouid,
        ...(name && { name }),
        ...(mobile && { mobile }),
        ...(email && { email }),
        realNameStatus: realNameAt !== null,
        sessions: open.map(({ id, method, factors, device, maskedIp, createdAt, lastSeenAt }): OpenSession => ({
          id,
          current: id === current.session.id,
          way: method as SignInMethod,
          factors,
          device,
          address: maskedIp,
          createdAt: createdAt.toISOString(),
          lastSeenAt: lastSeenAt.toISOString(),
        })),
        identities: linked.map(({ id, provider, since }) => ({ id, provider, since: since.toISOString() })),
        applications: allowed.map(({ id, since, ...client }) => ({
          id,
          name: clientNameIn(context.language, client),
          since: since.toISOString(),
        })),
      },
    };
  });

  handleCall(app, config, endSession, async ({ id }, context) => {
    const current = await findCurrent(context);
    if (!current) return { is: 'notSignedIn' };
    if (!(await sessions.end(current.account.ouid, id))) return { is: 'notFound' };
    if (id === current.session.id) context.clearSession();
    log.info({ event: 'sessionEnded', id: context.requestId, account: current.account.ouid });
    return { is: 'done', data: null };
  });

  handleCall(app, config, unlinkIdentity, async ({ id }, context) => {
    const current = await findCurrent(context);
    if (!current) return { is: 'notSignedIn' };
    if (!(await identities.unlink(current.account.ouid, id))) return { is: 'notFound' };
    log.info({ event: 'identityUnlinked', id: context.requestId, account: current.account.ouid });
    return { is: 'done', data: null };
  });

  handleCall(app, config, endApplicationAccess, async ({ id }, context) => {
    const current = await findCurrent(context);
    if (!current) return { is: 'notSignedIn' };
    const { ouid } = current.account;
    const ended = await inTransaction(services, async ({ stores: tx }) => {
      // Whatever a grant allows ends with it: the application has to ask again.
      await tx.oidcRecords.endForClient(ouid, id);
      return tx.oidcPermissions.end(ouid, id);
    });
    if (!ended) return { is: 'notFound' };
    log.info({ event: 'applicationAccessEnded', id: context.requestId, account: ouid, client: id });
    return { is: 'done', data: null };
  });

  handleCall(app, config, logOut, async ({ everywhere }, context) => {
    const current = await sessions.findInAnyState(context.sessionToken);
    if (current && everywhere && current.session.state === 'open')
      await inTransaction(services, (tx) => signOutEverywhere(tx.stores, current.account.ouid));
    else if (context.sessionToken) await sessions.endByToken(context.sessionToken);
    context.clearSession();
    context.clearCachedPages();
    if (current) {
      context.setLoggedAccount(current.account.ouid);
      log.info({ event: 'signOut', id: context.requestId, everywhere, account: current.account.ouid });
    }
    return { is: 'done', data: null };
  });
}
