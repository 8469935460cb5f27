import { request as requestLimits } from '@foyer/contract/limits';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import { createWecomPush } from '../../providers/wecom/wecom-push.ts';
import { suiteTicketStore } from '../../store/suite-tickets.ts';

const pushPath = '/login/oauth/push/WE_WORK_SCAN_LOGIN';

/** Where WeCom checks our address and sends our suite its ticket. */
export async function suitePushRoutes(app: FastifyInstance, { services }: { services: Services }) {
  const { database, clock, log, wecom } = services;
  if (wecom?.app.is !== 'suite') return;
  const push = createWecomPush(wecom.app, clock);
  const tickets = suiteTicketStore(database.sql, clock, wecom.app.suiteId);

  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    '*',
    { parseAs: 'string', bodyLimit: requestLimits.bodyBytes },
    async (_: unknown, body: string) => body,
  );

  app.get<{ Querystring: Record<string, string> }>(pushPath, async ({ query }, reply) => {
    const echo = push.answerUrlCheck(query);
    void reply.type('text/plain; charset=utf-8');
    return echo === undefined ? reply.status(403).send('') : echo;
  });

  app.post<{ Querystring: Record<string, string> }>(pushPath, async ({ id, query, body }, reply) => {
    void reply.type('text/plain; charset=utf-8');
    const read = push.readPush(query, typeof body === 'string' ? body : '');
    if (read.is === 'refused') {
      log.warn({ event: 'pushRefused', id, app: 'wecom' });
      return reply.status(403).send('');
    }
    if (read.is === 'ticket') await tickets.keep(read.ticket);
    return 'success';
  });
}
