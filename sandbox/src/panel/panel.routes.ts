// The declaration must reach every program that takes this file in.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="./raw-text.d.ts" />
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { messagesIn } from './messages.ts';
import { panelPage, type World } from './panel-page.ts';
import outboxStyle from './outbox.css?raw';
import frameStyle from './panel.css?raw';
import peopleStyle from './people.css?raw';
import toolsStyle from './tools.css?raw';
import widthStyle from './widths.css?raw';
import script from './panel.js?raw';
import picture from './panel.svg?raw';
import { keepLanguage, languageOf } from './panel-language.ts';

// The rules for narrow windows come last, as they change the others.
const style = [frameStyle, peopleStyle, outboxStyle, toolsStyle, widthStyle].join('\n');

export async function panelRoutes(app: FastifyInstance, world: World) {
  const show = async (request: FastifyRequest, reply: FastifyReply) => {
    const { language, asked } = languageOf(request);
    if (asked) reply.header('set-cookie', keepLanguage(language, request.protocol === 'https'));
    const page = panelPage(world, { language, messages: messagesIn(language), base: app.prefix });
    return (
      reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        // The service takes a form only from its own pages, and without this one a form does not say where it comes from.
        .header('referrer-policy', 'same-origin')
        .header('vary', 'Cookie, Accept-Language')
        .send(page.toString())
    );
  };

  // The prefix itself is served with and without a slash at its end.
  app.get('/', { prefixTrailingSlash: 'both' }, show);
  serve(app, '/panel.css', 'text/css; charset=utf-8', style);
  serve(app, '/panel.js', 'text/javascript; charset=utf-8', script);
  serve(app, '/panel.svg', 'image/svg+xml', picture);
}

function serve(app: FastifyInstance, path: string, type: string, text: string) {
  app.get(path, async (_request, reply) => reply.type(type).header('cache-control', 'no-cache').send(text));
}
