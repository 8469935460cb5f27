// The declaration must reach every program that takes this file in.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="../pages/raw-text.d.ts" />
import type { FastifyInstance } from 'fastify';
import { languageOf } from '../pages/language.ts';
import type { Dingtalk } from './dingtalk-app.ts';
import { dingtalkPage, refusalPage } from './dingtalk-page.ts';
import style from './dingtalk-page.css?raw';
import script from './dingtalk-page.js?raw';

/** The one page of the sandbox that may stand in a frame, and only in one of the service itself. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  'img-src data:',
  "connect-src 'self'",
  "frame-ancestors 'self'",
  "base-uri 'none'",
].join('; ');

/** DingTalk's sign-in page, where a browser finds it. */
export async function dingtalkRoutes(app: FastifyInstance, { dingtalk }: { dingtalk: Dingtalk }) {
  app.get('/oauth2/auth', async (request, reply) => {
    const { fault } = dingtalk;
    if (fault.mode() === 'down') return reply.code(503).type('text/plain').send('Service Unavailable');
    await fault.waitIfSlow();
    const asked = new URLSearchParams(request.url.split('?')[1]);
    const { language } = languageOf(request);
    const begun = dingtalk.startLogin(asked);
    const inFrame = asked.get('iframe') === 'true';
    // Inside the app there is nothing to scan with.
    if (begun.is === 'begun' && !inFrame && /DingTalk/.test(request.headers['user-agent'] ?? ''))
      return reply.redirect(`${app.prefix}/inside?${asked.toString()}`, 302);
    const redirectUri = asked.get('redirect_uri') ?? '';
    const page =
      begun.is === 'begun'
        ? dingtalkPage(language, { ...begun, redirectUri, inFrame })
        : refusalPage(language, begun.why);
    return reply
      .code(begun.is === 'begun' ? 200 : 400)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', policy)
      .header('x-frame-options', 'SAMEORIGIN')
      .send(page.toString());
  });

  app.get<{ Querystring: { page?: unknown } }>('/oauth2/standing', async ({ query: { page } }, reply) =>
    reply.header('cache-control', 'no-store').send(dingtalk.status(typeof page === 'string' ? page : '')),
  );

  app.get('/page.css', async (_request, reply) => reply.type('text/css; charset=utf-8').send(style));
  app.get('/page.js', async (_request, reply) => reply.type('text/javascript; charset=utf-8').send(script));
}
