import { fallbackLanguage } from '@foyer/contract/language';
import { pageRoutes } from '@foyer/contract/pages/page-routes';
import type { FastifyInstance } from 'fastify';
import manifest from '../../../package.json' with { type: 'json' };
import type { Config } from '../../config/config.ts';
import { apiPage } from './api-page.ts';
import { compress, chooseEncoding } from '../answers/compression.ts';
import type { SecurityHeaders } from '../answers/headers.ts';
import { openApi } from './open-api.ts';
import { sessionCookieName } from '../requests/request-context.ts';
import { inlineHashes } from '../pages.ts';

/** The description of the calls: `openapi.json`, and a page for people. */
export async function apiDocsRoutes(
  server: FastifyInstance,
  { config, headers }: { config: Config; headers: SecurityHeaders },
) {
  const { apiBase: base, brand } = config.page;
  let docs: ReturnType<typeof createDocs> | undefined;

  server.get('/openapi.json', async () => (await (docs ??= createDocs())).document);
  server.get('/', { prefixTrailingSlash: 'slash' }, async (request, reply) => {
    const { page, policy } = await (docs ??= createDocs());
    const { body, encoding } = chooseEncoding(page, request.headers['accept-encoding']);
    if (encoding) void reply.header('Content-Encoding', encoding);
    return reply
      .header('Content-Security-Policy', policy)
      .header('Vary', 'Accept-Encoding')
      .type('text/html; charset=utf-8')
      .send(body);
  });

  /** Created by the first request, so that the start of the service does not wait for it. */
  async function createDocs() {
    const document = openApi({
      title: `${brand[fallbackLanguage]} account service`,
      version: manifest.version,
      base,
      sessionCookie: sessionCookieName(config.secure),
    });
    const html = apiPage(document, {
      jsonUrl: `${base}/openapi.json`,
      links: [
        ...(config.sandbox ? [{ url: '/sandbox', label: 'Sandbox' }] : []),
        { url: pageRoutes.login, label: 'Sign-in page' },
      ],
    });
    return { document, page: await compress(html), policy: headers.policyFor(inlineHashes(html)) };
  }
}
