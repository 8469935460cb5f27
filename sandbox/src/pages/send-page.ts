import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PageView } from './document.ts';
import type { Html } from './html.ts';
import { languageCookie, languageOf } from './language.ts';
import { textsIn } from './texts.ts';

export const sendHtml = (reply: FastifyReply, page: Html) =>
  reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(page.toString());

/** For pages with a form: under the service's policy `no-referrer` a form sends `Origin: null`, which is refused. */
export const allowFormOrigin = (reply: FastifyReply) => reply.header('referrer-policy', 'same-origin');

/** Renders a page in the language of the request and sends it. */
export function sendPage(
  { server, request, reply }: { server: FastifyInstance; request: FastifyRequest; reply: FastifyReply },
  render: (view: PageView) => Html,
) {
  const { language, isFromQuery } = languageOf(request);
  if (isFromQuery) reply.header('set-cookie', languageCookie(language, request.protocol === 'https'));
  allowFormOrigin(reply).header('vary', 'Cookie, Accept-Language');
  return sendHtml(reply, render({ language, texts: textsIn(language), base: server.prefix }));
}

/** Serves a script, style sheet or picture of a page. */
export function serveText(server: FastifyInstance, path: string, type: string, text: string) {
  server.get(path, async (_request, reply) => reply.type(type).header('cache-control', 'no-cache').send(text));
}
