// Declares `?raw` imports in every program that includes this file.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="../pages/raw-text.d.ts" />
import type { FastifyInstance } from 'fastify';
import { sendPage, serveText } from '../pages/send-page.ts';
import outboxStyle from './outbox.css?raw';
import { type PanelOptions, panelPage } from './panel-page.ts';
import frameStyle from './panel.css?raw';
import script from './panel.js?raw';
import icon from './panel.svg?raw';
import peopleStyle from './people.css?raw';
import toolsStyle from './tools.css?raw';
import widthStyle from './widths.css?raw';

// The rules for narrow windows come last, because they override the others.
const style = [frameStyle, peopleStyle, outboxStyle, toolsStyle, widthStyle].join('\n');

export async function panelRoutes(app: FastifyInstance, options: PanelOptions) {
  // The panel answers at the prefix with and without a trailing slash.
  app.get('/', { prefixTrailingSlash: 'both' }, async (request, reply) =>
    sendPage({ app, request, reply }, (view) => panelPage(options, view)),
  );
  serveText(app, '/panel.css', 'text/css; charset=utf-8', style);
  serveText(app, '/panel.js', 'text/javascript; charset=utf-8', script);
  serveText(app, '/panel.svg', 'image/svg+xml', icon);
}
