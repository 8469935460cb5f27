// Declares `?raw` imports in every program that includes this file.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="../pages/raw-text.d.ts" />
import type { FastifyInstance } from 'fastify';
import { styleFile } from '../pages/document.ts';
import { sendPage, serveText } from '../pages/send-page.ts';
import { stylesheet } from '../pages/stylesheet.ts';
import { type PanelOptions, panelPage } from './panel-page.ts';
import { accountStates } from './people-section.ts';
import script from './panel.js?raw';
import icon from './panel.svg?raw';

export async function panelRoutes(server: FastifyInstance, options: PanelOptions & { brandStyle: string }) {
  // The panel answers at the prefix with and without a trailing slash.
  server.get('/', { prefixTrailingSlash: 'both' }, async (request, reply) => {
    // The service's policy allows no frames; the panel shows mails in some.
    const policy = reply.getHeader('content-security-policy');
    if (policy !== undefined) reply.header('content-security-policy', `${String(policy)}; frame-src 'self'`);
    const states = await accountStates(options.accountState);
    return sendPage({ server, request, reply }, (view) => panelPage(options, states, view));
  });
  serveText(server, `/${styleFile}`, 'text/css; charset=utf-8', stylesheet + options.brandStyle);
  serveText(server, '/panel.js', 'text/javascript; charset=utf-8', script);
  serveText(server, '/panel.svg', 'image/svg+xml', icon);
}
