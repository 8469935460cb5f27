import {
  type EventFeed,
  eventFeedPath,
  eventFeedRequest,
  eventFeedScope,
  managementPath,
} from '@foyer/contract/events/event-feed';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { refuse, succeed } from '../../http/answers/envelope.ts';
import type { Oidc } from '../../parts/oidc/oidc.ts';
import { messageIdOf } from '../../parts/webhooks/webhook-sender.ts';
import type { Services } from '../../services.ts';

/** The events of webhooks, for those who cannot be called: a machine with an access token asks for what is new. */
export function eventFeedRoutes(server: FastifyInstance, { config, stores }: Services, oidc: Oidc) {
  const audience = `${config.publicUrl}${config.page.apiBase}${managementPath}`;

  server.get(eventFeedPath, async (request, reply) => {
    const [, token] = /^Bearer +([\w.~+/-]+=*)$/i.exec(request.headers.authorization ?? '') ?? [];
    const access = token === undefined ? undefined : await oidc.machineAccess(token, audience);
    if (!access) {
      const challenge = token === undefined ? 'Bearer' : 'Bearer error="invalid_token"';
      return refuse(request, reply.header('WWW-Authenticate', challenge), 'notSignedIn');
    }
    if (!access.scopes.includes(eventFeedScope)) {
      const challenge = `Bearer error="insufficient_scope", scope="${eventFeedScope}"`;
      return refuse(request, reply.header('WWW-Authenticate', challenge), 'forbidden');
    }
    const query = v.safeParse(eventFeedRequest, request.query);
    if (!query.success) return refuse(request, reply, 'malformed');
    const { after, limit, types = [] } = query.output;
    // What was committed before this request is in the answer.
    while (await stores.webhookEvents.publish({ wait: true }));
    const found = await stores.webhookEvents.after(after, limit, types);
    const feed: EventFeed = {
      events: found.map(({ type, at, data, ...event }) => ({
        id: messageIdOf(event),
        type,
        timestamp: at.toISOString(),
        data,
      })),
      next: `${found.at(-1)?.position ?? after}`,
      more: found.length === limit,
    };
    return succeed(request, reply, feed);
  });
}
