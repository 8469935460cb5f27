import { createHash } from 'node:crypto';
import { deviceOf } from '@foyer/contract/rules/device-rules';
import { languageCookie, languageFor } from '@foyer/contract/language';
import type { PageConfig, PageVariant } from '@foyer/contract/pages/page-config';
import { isTab, readPageParams, tabKey } from '@foyer/contract/pages/page-params';
import { pageAt, pageRoutes } from '@foyer/contract/pages/page-routes';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import { type Assets, sendAsset } from './assets.ts';
import { browserIdOf } from './browser-cookie.ts';
import { type Packed, choose, pack } from './compression.ts';
import type { Inside, SecurityHeaders } from './headers.ts';
import { hasRegisteredCookie } from './registered-cookie.ts';

export type RenderDocument = (variant: PageVariant, config: PageConfig) => Promise<string>;

export interface Pages {
  render: RenderDocument;
  assets: Assets;
  /** Renders anew each time, for work on the pages. */
  fresh?: boolean;
}

interface Options extends Pages {
  config: Config;
  headers: SecurityHeaders;
  year(): number;
  isSignedIn(request: FastifyRequest, reply: FastifyReply): Promise<boolean>;
}

interface Document extends Packed {
  policy: string;
}

export async function pageRoutesOf(
  app: FastifyInstance,
  { render, assets, fresh, config, headers, year, isSignedIn }: Options,
) {
  const documents = new Map<string, Promise<Document>>();

  async function make(variant: PageVariant): Promise<Document> {
    const html = await render(variant, { ...config.page, year: year() });
    return { ...(await pack(html)), policy: headers.policyWith(hashesIn(html)) };
  }

  function documentFor(variant: PageVariant): Promise<Document> {
    const key = [...Object.values(variant), year()].join();
    const known = fresh ? undefined : documents.get(key);
    const document = known ?? make(variant);
    documents.set(key, document);
    // One that could not be made is tried again by whoever asks next.
    if (!known) document.catch(() => documents.delete(key));
    return document;
  }

  app.get('/', async (request, reply) => {
    const query = request.url.slice(1);
    return away(reply, (await isSignedIn(request, reply)) ? config.page.home : `${pageRoutes.login}${query}`);
  });

  app.get('/*', async (request, reply) => {
    const [path = '/'] = request.url.split('?');
    const asset = assets.get(path);
    if (asset) return sendAsset(request, reply, asset);

    const variant = variantOf(request, path, config.page);
    if (variant.page === 'home' && !(await isSignedIn(request, reply)))
      return away(reply, `${pageRoutes.login}?${new URLSearchParams({ redirectUrl: request.url })}`);

    if (
      variant.page === 'registered' &&
      !(hasRegisteredCookie(request, config.secure) && (await isSignedIn(request, reply)))
    )
      return away(reply, pageRoutes.login);

    if (showsCode(variant, config.page)) {
      // Two tabs of a new browser would each be named by the first code they ask for, and one of them be forgotten.
      const browser = browserIdOf(request, reply, config.secure);
      if (browser.known() === undefined) browser.named();
    }
    const document = await documentFor(variant);
    const { body, encoding } = choose(document, request.headers['accept-encoding']);
    if (encoding) void reply.header('Content-Encoding', encoding);
    return reply
      .status(variant.page === 'notFound' ? 404 : 200)
      .header('Cache-Control', 'no-store')
      .header('Vary', 'Accept-Encoding, Accept-Language, Cookie, User-Agent')
      .header('Content-Language', variant.language)
      .header('Content-Security-Policy', document.policy)
      .type('text/html; charset=utf-8')
      .send(body);
  });
}

const away = (reply: FastifyReply, place: string) => reply.header('Cache-Control', 'no-store').redirect(place, 302);

/** Which document answers. What does not change a page is the same for all, so that few documents are ever made. */
function variantOf(request: FastifyRequest, path: string, { productCode, methods }: Config['page']): PageVariant {
  const params = readPageParams(request.url.slice(path.length));
  const at = pageAt(path);
  // Whoever comes back with an access code is on the way in already.
  const page = at === 'login' && params.accessCode ? 'ssoMiddle' : at;
  const kept = request.cookies[tabKey];
  const isLogin = page === 'login';
  return {
    page,
    language: languageFor(request.cookies[languageCookie], request.headers['accept-language']),
    device: deviceOf(request.headers['user-agent'] ?? '', productCode),
    tab: isLogin ? (params.tab ?? (isTab(kept) ? kept : 'user')) : 'user',
    locked: isLogin && params.locked,
    sso: isLogin && params.sso && methods.sso,
    // Without a script nothing would come of choosing.
    languageHidden: params.languageHidden || page === 'offline',
  };
}

/** Whether the page asks for a code to scan by itself. */
const showsCode = ({ page, device, locked }: PageVariant, { methods }: Config['page']) =>
  page === 'login' && device === 'pc' && !locked && methods.scan.length > 0;

/** The policy lets a document's own styles and script in by what they are. */
export const hashesIn = (html: string): Inside => ({
  scripts: hashes(html, /<script>([^]*?)<\/script>/g),
  styles: hashes(html, /<style\b[^>]*>([^]*?)<\/style>/g),
});

const hashes = (html: string, pattern: RegExp) =>
  [...html.matchAll(pattern)].map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
