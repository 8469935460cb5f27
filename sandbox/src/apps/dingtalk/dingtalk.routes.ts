import type { FastifyInstance } from 'fastify';
import { framedPageRoutes } from '../framed/framed-page.routes.ts';
import type { Dingtalk } from './dingtalk-app.ts';

/** DingTalk's sign-in page. */
export const dingtalkRoutes = (scope: FastifyInstance, { dingtalk }: { dingtalk: Dingtalk }) =>
  framedPageRoutes(scope, {
    app: 'dingtalk',
    fault: dingtalk.fault,
    path: '/oauth2/auth',
    status: dingtalk.status,
    open(query, { headers }) {
      const login = dingtalk.startLogin(query);
      const inFrame = query.get('iframe') === 'true';
      if (login.is === 'refused') return login;
      // Inside the DingTalk app there is no second device to scan with.
      if (!inFrame && /DingTalk/.test(headers['user-agent'] ?? ''))
        return { is: 'redirect', url: `${scope.prefix}/inside?${query.toString()}` };
      return { ...login, redirectUri: query.get('redirect_uri') ?? '', inFrame };
    },
  });
