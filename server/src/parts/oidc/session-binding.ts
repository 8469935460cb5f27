import type { IncomingMessage } from 'node:http';
import { seconds } from '@foyer/contract/time';
import type { KoaContextWithOIDC, Provider, Session } from 'oidc-provider';
import type { Config } from '../../config/config.ts';
import { sessionCookieName } from '../../http/requests/request-context.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Account } from '../../store/accounts/accounts.ts';
import { serviceContext } from '../../store/audit.ts';
import type { InTransaction, Stores } from '../../store/stores.ts';
import { authenticationOf } from './account-claims.ts';
import { originOf } from './request-origin.ts';

interface BindingDependencies {
  config: Config;
  clock: Clock;
  stores: Pick<Stores, 'sessions'>;
  inTransaction: InTransaction;
  rememberAccount(account: Account): void;
}

/** The request that has read a session. A property, because the library wraps the session in a proxy. */
const readBy = Symbol('readBy');
type BoundSession = Session & { [readBy]?: IncomingMessage };

/** The account that is signed in, by the request that asks. */
const signedInAs = new WeakMap<IncomingMessage, string>();

/** False for an account that was written into an interaction in another browser. */
export const isSignedIn = ({ req, oidc }: KoaContextWithOIDC) =>
  oidc.session?.accountId !== undefined && signedInAs.get(req) === oidc.session.accountId;

/**
 * Makes our session the session of the OpenID provider, which would otherwise have its own, with its own cookie and its
 * own end. So a person who is signed in here is signed in for every application, and a sign-out ends both.
 */
export function bindSessions(
  provider: Provider,
  { config, clock, stores, inTransaction, rememberAccount }: BindingDependencies,
) {
  const model = provider.Session;
  const cookie = sessionCookieName(config.secure);
  const getUnbound = model.get.bind(model);
  const destroyUnbound = model.prototype.destroy;

  model.get = async (ctx) => {
    const token = ctx.cookies.get(cookie, { signed: false });
    const current = token === undefined ? undefined : await stores.sessions.findWithApplications(token);
    if (!current) return getUnbound(ctx);
    const { session, account, applications } = current;
    rememberAccount(account);
    const bound = Object.assign(new model(), {
      uid: session.sid,
      jti: session.sid,
      authorizations: applications?.authorizations ?? {},
      ...(applications?.state && { state: applications.state }),
      ...authenticationOf(session),
    });
    saveOnlyChanges(bound, clock);
    keepProof(bound);
    signedInAs.set(ctx.req, session.account);
    Object.defineProperty(bound, readBy, { value: ctx.req });
    (ctx as KoaContextWithOIDC).oidc.entity('Session', bound);
    return bound;
  };

  model.prototype.destroy = async function destroy(this: BoundSession) {
    const { accountId: account, uid: sid, state, [readBy]: request } = this;
    if (account === undefined) return destroyUnbound.call(this);
    const client = state?.['clientId'];
    await inTransaction(async ({ audit, sessions }) => {
      const details = typeof client === 'string' ? { client } : {};
      await audit.record({ account, type: 'signedOut', details }, request ? originOf(request) : serviceContext);
      await sessions.endBySid(sid);
    });
    Object.assign(this, { destroyed: true });
  };

  // By the clock of the database, like every lifetime of a session.
  model.prototype.past = function past(this: Session, age: number) {
    return this.loginTs === undefined || clock.now() / seconds(1) - this.loginTs > age;
  };
}

/** The library saves a session after every request, also when a person signs in to the same application again. */
function saveOnlyChanges(session: Session, clock: Clock) {
  const stored = () => JSON.stringify([session.authorizations, session.state]);
  const before = stored();
  const save = session.save.bind(session);
  const skip = (ttl: number) => {
    Object.assign(session, { exp: Math.floor(clock.now() / seconds(1)) + ttl, touched: false });
    return '';
  };
  // Not enumerable: the library writes whatever is enumerable into the payload.
  Object.defineProperty(session, 'save', {
    value: async (ttl: number) => (stored() === before ? skip(ttl) : save(ttl)),
  });
}

/**
 * An interaction brings back how strongly the person was signed in when it was answered. Since then a second factor may have
 * been added, or a factor of the session replaced: what the session says now counts.
 */
function keepProof(session: Session) {
  const login = session.loginAccount.bind(session);
  const { accountId, loginTs, acr, amr } = session;
  Object.defineProperty(session, 'loginAccount', {
    value: (given: Parameters<typeof login>[0]) =>
      login(given.accountId === accountId ? { ...given, loginTs, acr, amr } : given),
  });
}
