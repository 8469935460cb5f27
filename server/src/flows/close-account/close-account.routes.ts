import { getClosure, keepAccount, requestClosure } from '@foyer/contract/flows/close-account';
import type { FastifyInstance } from 'fastify';
import { type Services, inTransaction } from '../../services.ts';
import { type SignedIn, handleCall } from '../../parts/access/handle-call.ts';
import { startClosure } from '../../parts/account-closure/start-closure.ts';
import { resolveRedirect } from '../../parts/sign-in/resolve-redirect.ts';
import { inSession } from '../../store/audit.ts';

export function closeAccountRoutes(server: FastifyInstance, services: Services) {
  const { clock, config, log, notices, stores } = services;

  handleCall(server, services, requestClosure, async (_, context, proof) => {
    const { account } = proof;
    const closed = await proof.change((tx) => startClosure(tx.stores, account.ouid, context));
    if (!closed) return { is: 'notSignedIn' };
    if ('is' in closed) return closed;
    context.clearSession();
    context.clearCachedPages();
    notices.send(account, 'closureRequested', context, { closesAt: closed });
    log.info({ event: 'closureRequested', id: context.requestId, account: account.ouid });
    return { is: 'done', data: { closesAt: closed.toISOString() } };
  });

  /** When the account closes, in a session that was opened meanwhile. */
  function closingAt({ account: { closesAt }, session }: SignedIn) {
    return session.state === 'closing' && closesAt && closesAt.getTime() > clock.now() ? closesAt : undefined;
  }

  handleCall(server, services, getClosure, async (_, _context, current) => {
    const closesAt = closingAt(current);
    return closesAt ? { is: 'done', data: { closesAt: closesAt.toISOString() } } : { is: 'notSignedIn' };
  });

  handleCall(server, services, keepAccount, async ({ redirectUrl }, context, current) => {
    if (!closingAt(current)) return { is: 'notSignedIn' };
    const { account } = current;
    const { ouid } = account;
    const agreed = await stores.agreements.has(ouid);
    const token = await inTransaction<string | null>(services, async (tx, rollback) => {
      if (!(await tx.stores.accounts.keep(ouid))) return rollback(null);
      const opened = await tx.stores.sessions.openAfterKeeping(current.token, agreed ? 'open' : 'awaitingConsent');
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
