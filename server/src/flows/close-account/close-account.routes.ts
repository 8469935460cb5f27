import { getClosure, keepAccount, requestClosure } from '@foyer/contract/flows/close-account';
import type { FastifyInstance } from 'fastify';
import { type Services, inTransaction } from '../../services.ts';
import { handleCall } from '../../http/route.ts';
import type { RequestContext } from '../../http/request-context.ts';
import { startClosure } from '../../parts/account-closure/start-closure.ts';
import { requireFreshProof, requireProofLocked } from '../../parts/fresh-proof/fresh-proof.ts';
import { resolveRedirect } from '../../parts/sign-in/resolve-redirect.ts';
import { inSession } from '../../store/audit.ts';

export function closeAccountRoutes(app: FastifyInstance, services: Services) {
  const { clock, config, log, notices, stores } = services;

  handleCall(app, config, requestClosure, async (_, context) => {
    const proof = await requireFreshProof(services, context);
    if (proof.is !== 'proven') return proof;
    const { account } = proof;
    const closed = await inTransaction(services, async (tx) => {
      const current = await requireProofLocked(tx, account.ouid, context);
      return current.is === 'proven' ? startClosure(tx.stores, account.ouid, context) : current;
    });
    if (!closed) return { is: 'notSignedIn' };
    if ('is' in closed) return closed;
    context.clearSession();
    context.clearCachedPages();
    notices.send(account, 'closureRequested', context, { closesAt: closed });
    log.info({ event: 'closureRequested', id: context.requestId, account: account.ouid });
    return { is: 'done', data: { closesAt: closed.toISOString() } };
  });

  /** The session that was opened while the account closes. */
  async function findClosing({ sessionToken }: RequestContext) {
    const current = await stores.sessions.findInAnyState(sessionToken);
    const { closesAt } = current?.account ?? {};
    const isClosing = current?.session.state === 'closing' && closesAt && closesAt.getTime() > clock.now();
    return isClosing ? { account: current.account, closesAt } : undefined;
  }

  handleCall(app, config, getClosure, async (_, context) => {
    const closing = await findClosing(context);
    return closing ? { is: 'done', data: { closesAt: closing.closesAt.toISOString() } } : { is: 'notSignedIn' };
  });

  handleCall(app, config, keepAccount, async ({ redirectUrl }, context) => {
    const closing = await findClosing(context);
    const { sessionToken } = context;
    if (!closing || !sessionToken) return { is: 'notSignedIn' };
    const { account } = closing;
    const { ouid } = account;
    context.setLoggedAccount(ouid);
    const agreed = await stores.consents.has(ouid);
    const token = await inTransaction<string | null>(services, async (tx, rollback) => {
      if (!(await tx.stores.accounts.keep(ouid))) return rollback(null);
      const opened = await tx.stores.sessions.openAfterKeeping(sessionToken, agreed ? 'open' : 'awaitingConsent');
      if (!opened) return rollback(null);
      await tx.stores.audit.record({ account: ouid, type: 'closureCancelled' }, inSession(context, opened));
      return opened;
    });
    if (!token) return { is: 'notSignedIn' };
    context.setSession(token);
    notices.send(account, 'closureCancelled', context);
    log.info({ event: 'closureCancelled', id: context.requestId, account: ouid });
    return { is: 'done', data: agreed ? { url: resolveRedirect(config, context, redirectUrl) } : {} };
  });
}
