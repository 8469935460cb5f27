import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Html } from './html.ts';
import { textsIn } from './texts.ts';
import { keepLanguage, languageOf } from './language.ts';
import type { PageView } from './page-view.ts';

/** Writes a page in the visitor's language and sends it. */
export function sendPage(
  { app, request, reply }: { app: FastifyInstance; request: FastifyRequest; reply: FastifyReply },
  write: (view: PageView) => Html,
) {
  const { language, asked } = languageOf(request);
  if (asked) reply.header('set-cookie', keepLanguage(language, request.protocol === 'https'));
  const page = write({ language, texts: textsIn(language), base: app.prefix });
  return (
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      // The service takes a form only from its own pages, and without this one a form does not say where it comes from.
      .header('referrer-policy', 'same-origin')
      .header('vary', 'Cookie, Accept-Language')
      .send(page.toString())
  );
}

/** A file that a page needs. */
export function serveText(app: FastifyInstance, path: string, type: string, text: string) {
  app.get(path, async (_request, reply) => reply.type(type).header('cache-control', 'no-cache').send(text));
}
