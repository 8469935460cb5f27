// Declares `?raw` imports in every program that includes this file.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="../../pages/raw-text.d.ts" />
import type { FastifyInstance } from 'fastify';
import { replyUnavailable } from '../../fault/fault.ts';
import { queryOf } from '../../http/request-body.ts';
import { languageOf } from '../../pages/language.ts';
import { sendHtml, serveText } from '../../pages/send-page.ts';
import type { Dingtalk } from './dingtalk-app.ts';
import { dingtalkPage, refusalPage } from './dingtalk-page.ts';
import style from './dingtalk-page.css?raw';
import tokens from '../../../../web/src/ui/tokens.css?raw';
import script from './dingtalk-page.js?raw';

/** Allows the service itself to embed the page in a frame. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-ancestors 'self'",
  "base-uri 'none'",
].join('; ');

/** DingTalk's sign-in page. */
export async function dingtalkRoutes(app: FastifyInstance, { dingtalk }: { dingtalk: Dingtalk }) {
  app.get('/oauth2/auth', async (request, reply) => {
    const { fault } = dingtalk;
    if (fault.mode() === 'down') return replyUnavailable(reply);
    await fault.waitIfSlow();
    const query = queryOf(request);
    const { language } = languageOf(request);
    const login = dingtalk.startLogin(query);
    const inFrame = query.get('iframe') === 'true';
    // Inside the DingTalk app there is no second device to scan with.
    if (login.is === 'started' && !inFrame && /DingTalk/.test(request.headers['user-agent'] ?? ''))
      return reply.redirect(`${app.prefix}/inside?${query.toString()}`, 302);
    void reply.header('content-security-policy', contentSecurityPolicy).header('x-frame-options', 'SAMEORIGIN');
    if (login.is === 'refused') return sendHtml(reply.code(400), refusalPage(language, login.parameter));
    const redirectUri = query.get('redirect_uri') ?? '';
    return sendHtml(reply, dingtalkPage(language, { ...login, redirectUri, inFrame }));
  });

  app.get<{ Querystring: { pollId?: unknown } }>('/oauth2/status', async ({ query: { pollId } }, reply) =>
    reply.header('cache-control', 'no-store').send(dingtalk.status(typeof pollId === 'string' ? pollId : '')),
  );

  serveText(app, '/page.css', 'text/css; charset=utf-8', `${tokens}\n${style}`);
  serveText(app, '/page.js', 'text/javascript; charset=utf-8', script);
}
