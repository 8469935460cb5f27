import type { SignInMethod } from '@foyer/contract/sign-in-methods';
import { type OpenSession, askWhoIAm, endSession, logOut, unlinkIdentity } from '@foyer/contract/flows/session';
import type { FastifyInstance } from 'fastify';
import type { House } from '../../services.ts';
import { createSignOutEverywhere } from '../../parts/sign-in/sign-out-everywhere.ts';
import { answer } from '../../http/route.ts';
import type { Visitor } from '../../http/request-context.ts';
import { identityStore } from '../../store/identities.ts';
import { sessionStore } from '../../store/sessions.ts';

export function sessionRoutes(app: FastifyInstance, house: House) {
  const { config, database, clock, chance, log } = house;
  const sessions = sessionStore(database.sql, clock, chance, config.limits.session);
  const identities = identityStore(database.sql);
  const signOutEverywhere = createSignOutEverywhere(house);

  async function whoIs(visitor: Visitor) {
    const found = await sessions.find(visitor.sessionToken);
    if (found) visitor.isAccount(found.account.ouid);
    return found;
  }

  answer(app, config, askWhoIAm, async (_, visitor) => {
    const here = await whoIs(visitor);
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

  answer(app, config, endSession, async ({ id }, visitor) => {
    const here = await whoIs(visitor);
    if (!here) return { is: 'notSignedIn' };
    if (!(await sessions.end(here.account.ouid, id))) return { is: 'notFound' };
    if (id === here.session.id) visitor.dropSession();
    log.info({ event: 'sessionEnded', id: visitor.requestId, account: here.account.ouid });
    return { is: 'done', data: null };
  });

  answer(app, config, unlinkIdentity, async ({ id }, visitor) => {
    const here = await whoIs(visitor);
    if (!here) return { is: 'notSignedIn' };
    if (!(await identities.unlink(here.account.ouid, id))) return { is: 'notFound' };
    log.info({ event: 'identityUnlinked', id: visitor.requestId, account: here.account.ouid });
    return { is: 'done', data: null };
  });

  answer(app, config, logOut, async ({ everywhere }, visitor) => {
    const found = await sessions.findBeforeConsent(visitor.sessionToken);
    if (found && everywhere && found.session.state === 'open')
      await database.sql.transaction((tx) => signOutEverywhere(found.account.ouid, tx));
    else if (visitor.sessionToken) await sessions.endByToken(visitor.sessionToken);
    visitor.dropSession();
    visitor.forgetPages();
    if (found) {
      visitor.isAccount(found.account.ouid);
      log.info({ event: 'signOut', id: visitor.requestId, everywhere, account: found.account.ouid });
    }
    return { is: 'done', data: null };
  });
}
