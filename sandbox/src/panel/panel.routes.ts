// The declaration must reach every program that takes this file in.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="../pages/raw-text.d.ts" />
import type { FastifyInstance } from 'fastify';
import { panelPage, type World } from './panel-page.ts';
import outboxStyle from './outbox.css?raw';
import frameStyle from './panel.css?raw';
import peopleStyle from './people.css?raw';
import toolsStyle from './tools.css?raw';
import widthStyle from './widths.css?raw';
import script from './panel.js?raw';
import picture from './panel.svg?raw';
import { sendPage, serveText } from '../pages/send-page.ts';

// The rules for narrow windows come last, as they change the others.
const style = [frameStyle, peopleStyle, outboxStyle, toolsStyle, widthStyle].join('\n');

export async function panelRoutes(app: FastifyInstance, world: World) {
  // The prefix itself is served with and without a slash at its end.
  app.get('/', { prefixTrailingSlash: 'both' }, async (request, reply) =>
    sendPage({ app, request, reply }, (view) => panelPage(world, view)),
  );
  serveText(app, '/panel.css', 'text/css; charset=utf-8', style);
  serveText(app, '/panel.js', 'text/javascript; charset=utf-8', script);
  serveText(app, '/panel.svg', 'image/svg+xml', picture);
}
