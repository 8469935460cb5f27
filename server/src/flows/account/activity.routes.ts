import { type Activity, disownActivity, getActivity } from '@foyer/contract/flows/account';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import { handleCall } from '../../parts/access/handle-call.ts';
import { audit as limits } from '../../config/account-settings.ts';
import type { AuditEvent } from '../../store/audit.ts';

/** The audit trail of the own account, as recent activity. */
export function activityRoutes(server: FastifyInstance, services: Services) {
  const { log, stores } = services;

  handleCall(server, services, getActivity, async ({ before }, _context, current) => {
    const { ouid } = current.account;
    // That applications followed a sign-out is for operators: the list shows the sign-out itself.
    const without = ['applicationSignedOut'] as const;
    const page = { without, limit: limits.pageSize + 1, ...(before !== undefined && { before: Number(before) }) };
    const found = await stores.audit.listByAccount(ouid, page);
    const events = found.slice(0, limits.pageSize).map((event) => activityOf(event, current.session.sid));
    return { is: 'done', data: { events, more: found.length > limits.pageSize } };
  });

  handleCall(server, services, disownActivity, async ({ id }, context, current) => {
    const { ouid } = current.account;
    const event = await stores.audit.find(ouid, Number(id));
    // What was done in this session, only its person can have done.
    if (!event || event.sid === current.session.sid) return { is: 'notFound' };
    const result = await current.change(async (tx) => {
      const { audit, oidcRecords, sessions, pendingSignIns, trustedBrowsers } = tx.stores;
      const ended = event.sid === null ? 0 : await sessions.endBySid(event.sid);
      if (event.sid !== null) await oidcRecords.endOfSession(ouid, event.sid);
      await pendingSignIns.endAll(ouid);
      await trustedBrowsers.endAll(ouid);
      const details = { event: Number(id), ended };
      await audit.record({ account: ouid, type: 'signInDisowned', details }, context);
      return { is: 'done', data: { sessionEnded: ended > 0 } } as const;
    });
    if (result.is !== 'done') return result;
    const { sessionEnded } = result.data;
    log.info({ event: 'activityDisowned', id: context.requestId, account: ouid, sessionEnded });
    return result;
  });
}

function activityOf(event: AuditEvent, currentSid: string): Activity {
  const { id, type, actor, method, factor, details, device, maskedIp, at, sid } = event;
  const subject = ['provider', 'device', 'version', 'client', 'command', 'masked', 'name']
    .map((name) => details[name])
    .find((value) => typeof value === 'string');
  return {
    id: String(id),
    type,
    actor,
    ...(method && { method }),
    ...(factor && { factor }),
    ...(subject && { subject }),
    device,
    address: maskedIp,
    at: at.toISOString(),
    current: sid === currentSid,
  };
}
