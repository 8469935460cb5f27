// Declares `?raw` imports in every program that includes this file.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="../pages/raw-text.d.ts" />
import type { FastifyInstance } from 'fastify';
import { styleFile } from '../pages/document.ts';
import { sendPage, serveText } from '../pages/send-page.ts';
import { stylesheet } from '../pages/stylesheet.ts';
import { type PanelOptions, panelPage } from './panel-page.ts';
import { accountStates } from './people-section.ts';
import demoClientColour from '../demo-client/demo-client-colour.css?raw';
import script from './panel.js?raw';
import icon from './panel.svg?raw';

export async function panelRoutes(server: FastifyInstance, options: PanelOptions & { brandStyle: () => string }) {
  // The panel answers at the prefix with and without a trailing slash.
  server.get('/', { prefixTrailingSlash: 'both' }, async (request, reply) => {
    // The service's policy allows no frames; the panel shows mails in some.
    const policy = reply.getHeader('content-security-policy');
    if (policy !== undefined) reply.header('content-security-policy', `${String(policy)}; frame-src 'self'`);
    const states = await accountStates(options.accountState);
    return sendPage({ server, request, reply }, (view) => panelPage(options, states, view));
  });
  server.get(`/${styleFile}`, async (_request, reply) =>
    reply
      .type('text/css; charset=utf-8')
      .header('cache-control', 'no-cache')
      // Without a brand the application that people sign in to has a colour of its own.
      .send(stylesheet + (options.brandStyle() || demoClientColour)),
  );
  serveText(server, '/panel.js', 'text/javascript; charset=utf-8', script);
  serveText(server, '/panel.svg', 'image/svg+xml', icon);
}
