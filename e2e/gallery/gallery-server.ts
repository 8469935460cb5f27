import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { languages } from '@foyer/contract/language';
import type { PageConfig, PageVariant } from '@foyer/contract/pages/page-config';
import { readPageParams } from '@foyer/contract/pages/page-params';
import { pageAt } from '@foyer/contract/pages/page-routes';
import { devices } from '@foyer/contract/rules/device-rules';
import { texts } from '../support/page/texts.ts';
import { allStates, sections } from './all-states.ts';
import { envelopeOf, findAnswer } from '../scripted/answers.ts';
import { qingheBrand } from '../support/qinghe-brand.ts';
import { siteConfig } from '../scripted/site-config.ts';
import { brandConfigs } from './brand-configs.ts';
import { type GalleryState, type Look, brands, devicesOf, themes } from './gallery-state.ts';
import { now, usualAnswers } from '../scripted/usual-answers.ts';

export interface Gallery {
  /** The page that shows all states. */
  url: string;
  /** The page of one state. */
  stateUrl(name: string, look: Look): string;
  /**
   * The page of one state. All states shown so share two origins, where the browser keeps the scripts that it has
   * compiled. They take turns, so that a late call of the last page gets its own answer. By hand: the test does what the
   * person would do.
   */
  show(name: string, look: Look, options: { byHand: boolean }): string;
  /** The calls since the last question that had no answer: a state that makes one is wrong. */
  takeUnanswered(): string[];
  close(): Promise<void>;
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const built = join(root, 'dist/web');
const own = join(root, 'e2e/gallery/served');
/** Files of other folders that documents of the gallery load. */
const others: Record<string, string> = {
  '/axe.min.js': join(root, 'node_modules/axe-core'),
  '/stopped-clock.js': join(root, 'e2e/scripted/served'),
};
const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

interface Shown {
  state: GalleryState;
  look: Look;
  byHand: boolean;
}

/** `renderDocument` of the build. */
type Render = (
  variant: PageVariant,
  config: PageConfig,
  personal: { [Key in 'view' | 'remembered' | 'notice']: GalleryState[Key] | undefined },
) => Promise<string>;

/**
 * Serves every state of every page from the build, as the service does, with canned answers. Each state in each look has
 * a host of its own below `gallery.localhost`, which browsers resolve to this machine: so none sees the storage and the
 * cookies of another, and a path is the same as in production.
 */
export async function startGallery(render: Render, port = 0): Promise<Gallery> {
  const server = createServer((request, response) => {
    respond(request, response).catch((error: unknown) => {
      response.writeHead(500, { 'Content-Type': 'text/plain' }).end(String(error));
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The gallery has no port');
  const host = `gallery.localhost:${address.port}`;
  const url = `http://${host}`;
  const turns = [`shown-0.${host}`, `shown-1.${host}`];
  const shown = new Map<string, Shown>();
  const unanswered: string[] = [];

  return {
    url,
    show(name, look, { byHand }) {
      const state = allStates[name]!;
      turns.reverse();
      // Another state has loaded what is missing here, and the browser keeps it.
      const shownAt = state.missing ? `${name}.shown.${host}` : turns[0]!;
      shown.set(shownAt, { state, look, byHand });
      return `http://${shownAt}${state.path}`;
    },
    takeUnanswered: () => unanswered.splice(0),
    stateUrl: (name, look) => `http://${name}.${labelsOf(look)}.${host}${allStates[name]!.path}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };

  async function respond(request: IncomingMessage, response: ServerResponse) {
    const { pathname, search } = new URL(request.url ?? '/', url);
    const { host: asked = '' } = request.headers;
    const named = shown.get(asked) ?? readHost(asked);
    if (!named && pathname === '/states.json') return sendJson(response, 200, statesBySection());
    if (!named) return sendFile(response, others[pathname] ?? own, pathname === '/' ? '/gallery.html' : pathname);
    const { state, look } = named;
    if (pathname.startsWith('/gallery/')) return sendFile(response, own, pathname.slice('/gallery'.length));
    if (pathname.startsWith('/brand/'))
      return sendFile(response, qingheBrand.BRAND_ASSETS, pathname.slice('/brand'.length));
    if (pathname.startsWith('/api/')) return sendAnswer(request, response, state, look, pathname.slice('/api'.length));
    if (state.missing?.test(`${request.method} ${pathname}`)) return void response.writeHead(404).end();
    if (/\.\w+$/.test(pathname)) return sendFile(response, built, pathname);
    const document = await documentOf(named, pathname, search, `http://${asked}`);
    response.writeHead(200, { 'Content-Type': types['.html'], 'Cache-Control': 'no-store' }).end(document);
  }

  function sendAnswer(
    { method = '' }: IncomingMessage,
    response: ServerResponse,
    { answers = [] }: GalleryState,
    { language }: Look,
    path: string,
  ) {
    const found = findAnswer([...answers, ...usualAnswers], method, path);
    if (!found) {
      unanswered.push(`${method} ${path}`);
      return void response.writeHead(501).end();
    }
    const reply = found.answer.respond({ language, gallery: url, params: found.params });
    if (reply === 'held') return;
    const { status, body } = envelopeOf(reply, language);
    sendJson(response, status, body);
  }

  async function documentOf({ state, look, byHand }: Shown, path: string, search: string, origin: string) {
    const { language, theme, device, brand } = look;
    const params = readPageParams(search);
    const page = state.config?.problem ? 'applicationProblem' : pageAt(path);
    const isLogin = page === 'login';
    const variant: PageVariant = {
      page,
      language,
      device,
      tab: (isLogin && params.tab) || 'user',
      locked: isLogin && (params.locked || state.view?.params.account !== undefined),
      sso: isLogin && params.sso,
      languageHidden: params.languageHidden || page === 'offline',
    };
    const config = { ...siteConfig(origin, url), ...brandConfigs[brand], ...state.config };
    const html = await render(variant, config, {
      view: state.view,
      remembered: state.remembered,
      notice: state.notice,
    });
    const t = texts(language);
    const frame = {
      theme,
      ...(device === 'h5' && { userAgent: wechat }),
      cookies: state.cookies,
      byHand,
      actions: state.actions?.(t) ?? [],
      shows: state.shows(t),
      waitFor: state.missing
        ? []
        : [
            ...(device === 'pc' && page !== 'offline' ? ['aside'] : []),
            // A step-up has the page for itself.
            ...(isLogin && device === 'pc' && state.view?.reason?.is !== 'secondFactor' ? ['.hero_banner *'] : []),
          ],
    };
    const data = JSON.stringify(frame).replaceAll('&', '&amp;').replaceAll("'", '&#39;');
    const clock = `<script src="${url}/stopped-clock.js" data-now="${now}"></script>`;
    return html.replace('<head>', `<head>\n${clock}<script src="${url}/frame.js" data-state='${data}'></script>`);
  }
}

const sendJson = (response: ServerResponse, status: number, body: unknown) =>
  void response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));

/** The path of a URL has no `..` left. */
async function sendFile(response: ServerResponse, folder: string, path: string) {
  const content = await readFile(join(folder, path)).catch(() => undefined);
  if (content === undefined) return void response.writeHead(404).end();
  const cache = /^\/(assets|axe)/.test(path) ? 'max-age=86400, immutable' : 'no-store';
  response.writeHead(200, { 'Content-Type': types[extname(path)], 'Cache-Control': cache }).end(content);
}

/** What the page of the gallery needs to know. */
const statesBySection = () =>
  Object.entries(sections).map(([section, states]) => ({
    section,
    states: Object.entries(states).map(([name, state]) => ({ name, path: state.path, devices: devicesOf(state) })),
  }));

const wechat =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile MicroMessenger/8.0.50';

/** A host has no capitals. */
const labelsOf = ({ language, theme, device, brand }: Look) => `${language}.${theme}.${device}.${brand}`.toLowerCase();

function readHost(host: string): Shown | undefined {
  const [name = '', ...labels] = host.split('.');
  const state = allStates[name];
  const all = languages.flatMap((language) =>
    themes.flatMap((theme) => devices.flatMap((device) => brands.map((brand) => ({ language, theme, device, brand })))),
  );
  const look = all.find((one) => labels.join('.').startsWith(`${labelsOf(one)}.gallery.`));
  return state && look && { state, look, byHand: false };
}
