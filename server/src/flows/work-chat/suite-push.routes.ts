import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import { readBodiesAsText } from '../../http/requests/text-body.ts';
import { createWecomPush } from '../../providers/wecom/wecom-push.ts';

const pushPath = '/login/oauth/push/WE_WORK_SCAN_LOGIN';

/** WeCom verifies our URL here and pushes the ticket of our suite. */
export async function suitePushRoutes(server: FastifyInstance, { services }: { services: Services }) {
  const { stores, clock, log, wecom } = services;
  if (wecom?.app.is !== 'suite') return;
  const { suiteId } = wecom.app;
  const push = createWecomPush(wecom.app, clock);

  readBodiesAsText(server);

  server.get<{ Querystring: Record<string, string> }>(pushPath, async ({ query }, reply) => {
    const echo = push.answerUrlCheck(query);
    void reply.type('text/plain; charset=utf-8');
    return echo === undefined ? reply.status(403).send('') : echo;
  });

  server.post<{ Querystring: Record<string, string> }>(pushPath, async ({ id, query, body }, reply) => {
    void reply.type('text/plain; charset=utf-8');
    const read = push.readPush(query, typeof body === 'string' ? body : '');
    if (read.is === 'refused') {
      log.warn({ event: 'pushRefused', id, app: 'wecom' });
      return reply.status(403).send('');
    }
    if (read.is === 'ticket') await stores.suiteTickets.save(suiteId, read.ticket);
    return 'success';
  });
}
