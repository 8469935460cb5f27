// Declares `?raw` imports in every program that includes this file.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="../../pages/raw-text.d.ts" />
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Fault, replyUnavailable } from '../../fault/fault.ts';
import { queryOf } from '../../http/request-body.ts';
import { languageOf } from '../../pages/language.ts';
import { sendHtml, serveText } from '../../pages/send-page.ts';
import type { ScanApp } from '../../people.ts';
import type { LoginRequest, LoginStatus } from './framed-logins.ts';
import { framedPage, refusalPage } from './framed-page.ts';
import style from './framed-page.css?raw';
import tokens from '../../../../web/src/ui/tokens.css?raw';
import script from './framed-page.js?raw';

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

type Started = Pick<LoginRequest, 'redirectUri'> & { is: 'started'; pollId: string; qrUrl: string; inFrame: boolean };

interface Options {
  app: ScanApp;
  fault: Fault;
  /** The path of the page, below the prefix of the app. */
  path: string;
  /** Opens the page; a URL to go on to where the page is not shown. */
  open(
    query: URLSearchParams,
    request: FastifyRequest,
  ): Started | { is: 'refused'; parameter: string } | { is: 'redirect'; url: string };
  status(pollId: string): LoginStatus;
}

/** The sign-in page of an app that shows its QR code itself. */
export async function framedPageRoutes(scope: FastifyInstance, { app, fault, path, open, status }: Options) {
  scope.get(path, async (request, reply): Promise<FastifyReply> => {
    if (fault.mode() === 'down') return replyUnavailable(reply);
    await fault.waitIfSlow();
    const { language } = languageOf(request);
    const opened = open(queryOf(request), request);
    if (opened.is === 'redirect') return reply.redirect(opened.url, 302);
    void reply.header('content-security-policy', contentSecurityPolicy).header('x-frame-options', 'SAMEORIGIN');
    if (opened.is === 'refused') return sendHtml(reply.code(400), refusalPage(app, language, opened.parameter));
    return sendHtml(reply, framedPage(app, language, opened));
  });

  scope.get<{ Querystring: { pollId?: unknown } }>('/status', async ({ query: { pollId } }, reply) =>
    reply.header('cache-control', 'no-store').send(status(typeof pollId === 'string' ? pollId : '')),
  );

  serveText(scope, '/page.css', 'text/css; charset=utf-8', `${tokens}\n${style}`);
  serveText(scope, '/page.js', 'text/javascript; charset=utf-8', script);
}
