import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { extname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import type { Call, CallResponse, RequestInputOf } from '@foyer/contract/call';
import { type Language, isLanguage, languageCookie } from '@foyer/contract/language';
import type { InteractionView } from '@foyer/contract/pages/interaction-view';
import type { PageConfig, PageVariant } from '@foyer/contract/pages/page-config';
import { isTab, readPageParams, tabKey } from '@foyer/contract/pages/page-params';
import { homePath, pageAt, pageRoutes } from '@foyer/contract/pages/page-routes';
import type { RememberedAccount } from '@foyer/contract/pages/remembered-account';
import type { SignInNotice } from '@foyer/contract/pages/sign-in-notice';
import type { SignedInAccount } from '@foyer/contract/pages/signed-in-account';
import { deviceOf } from '@foyer/contract/rules/device-rules';
import { envelopeOf, findAnswer } from './answers.ts';
import { siteConfig } from './site-config.ts';
import { now, usualAnswers } from './usual-answers.ts';

/** One call that the page made. */
export interface ReceivedCall {
  /** Undefined for a call that has no answer. */
  call: Call | undefined;
  method: string;
  /** Without the base of the API. */
  path: string;
  query: Record<string, string>;
  headers: IncomingMessage['headers'];
  body: unknown;
}

/**
 * What a call is answered with: a response of the contract, `lost` for a connection that breaks off, `held` for no answer
 * at all, or a whole HTTP response that the contract does not know.
 */
export type Reply<C extends Call> = CallResponse<C> | Unusual;
type Unusual = 'lost' | 'held' | { status: number; text: string };
type AnyReply = { is: string; data?: unknown } | Unusual;

interface Scripted {
  call: Call;
  reply(): AnyReply | Promise<AnyReply>;
}

/** What the site shows of the person and the request, besides the answers. */
export interface Shown {
  language: Language;
  config: Partial<PageConfig>;
  view: InteractionView | undefined;
  remembered: RememberedAccount[] | undefined;
  notice: SignInNotice | undefined;
  /** What the account page is rendered with. */
  account: SignedInAccount | undefined;
  /** Runs in the next documents before the scripts of the page, in place of an init script. */
  script: string;
  /** Where a flow ends, on an empty page: what comes after it belongs to other tests. */
  ends: string[];
  /** Answers every call, in place of the scripted and the usual answers. */
  backend: ((request: IncomingMessage, response: ServerResponse) => void) | undefined;
}

const usuallyShown: Shown = {
  language: 'en-US',
  config: {},
  view: undefined,
  remembered: undefined,
  notice: undefined,
  account: undefined,
  script: '',
  ends: [homePath, pageRoutes.registered],
  backend: undefined,
};

type Personal = Pick<Shown, 'view' | 'remembered' | 'notice' | 'account'>;
/** `renderDocument` of the build. */
type Render = (variant: PageVariant, config: PageConfig, personal: Personal) => Promise<string>;

const root = fileURLToPath(new URL('../..', import.meta.url));
const built = join(root, 'dist/web');
const served = join(root, 'e2e/scripted/served');
const contentTypes: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Serves the built pages, as the service does, and answers their calls as a test says. */
export class ScriptedSite {
  readonly calls: ReceivedCall[] = [];
  origin = '';
  /** The newest first. */
  #scripted: Scripted[] = [];
  #shown: Shown = usuallyShown;
  readonly #held = new Set<ServerResponse>();
  readonly #documents = new Map<string, Promise<string>>();
  readonly #server = createServer((request, response) => {
    this.#respond(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });

  private constructor(readonly render: Render) {}

  static async start(): Promise<ScriptedSite> {
    const { renderDocument } = await import(join(root, 'dist/web-ssr/render.mjs'));
    const site = new ScriptedSite(renderDocument);
    site.#server.listen(0, '127.0.0.1');
    await once(site.#server, 'listening');
    const address = site.#server.address();
    if (address === null || typeof address === 'string') throw new Error('The site has no port');
    site.origin = `http://localhost:${address.port}`;
    return site;
  }

  /** Forgets what an earlier test has said and done. */
  reset(shown: Partial<Shown>) {
    this.#shown = { ...usuallyShown, ...shown };
    this.#scripted = [];
    this.calls.length = 0;
    for (const response of this.#held) response.destroy();
    this.#held.clear();
  }

  /** Changes what the next documents show. */
  show(shown: Partial<Shown>) {
    this.#shown = { ...this.#shown, ...shown };
  }

  /** Answers a call instead of the usual answers: with each of the replies in turn, and all later times with the last. */
  answer<C extends Call>(call: C, ...replies: [Reply<C>, ...Reply<C>[]]) {
    const left: AnyReply[] = [...replies];
    this.#script(call, () => (left.length > 1 ? left.shift()! : left[0]!));
  }

  /** Holds back the answer to a call until the returned function is called with it. */
  hold<C extends Call>(call: C): (reply: Reply<C>) => void {
    let release: (reply: AnyReply) => void = () => {};
    const released = new Promise<AnyReply>((resolve) => (release = resolve));
    this.#script(call, () => released);
    return release;
  }

  /** The requests of a call so far. */
  callsOf(call: Call): ReceivedCall[] {
    return this.calls.filter((received) => received.call?.path === call.path && received.method === call.method);
  }

  bodiesOf<C extends Call>(call: C): RequestInputOf<C>[] {
    return this.callsOf(call).map(({ body }) => body as RequestInputOf<C>);
  }

  /** Waits until the page has sent so many requests of a call. */
  async waitForCalls(call: Call, count = 1) {
    await expect.poll(() => this.callsOf(call).length, `requests of ${call.path}`).toBe(count);
  }

  /** The calls that have no answer: a test that makes one has forgotten something. */
  unanswered(): string[] {
    return this.calls.filter(({ call }) => !call).map(({ method, path }) => `${method} ${path}`);
  }

  async close() {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #script(call: Call, reply: Scripted['reply']) {
    this.#scripted.unshift({ call, reply });
  }

  async #respond(request: IncomingMessage, response: ServerResponse) {
    // Chromium repeats a request by itself when a connection that it has used before breaks off.
    response.shouldKeepAlive = false;
    const url = new URL(request.url ?? '/', this.origin);
    if (url.pathname.startsWith('/api/'))
      return this.#shown.backend ? this.#shown.backend(request, response) : this.#answerCall(request, response, url);
    if (url.pathname.startsWith('/scripted/'))
      return sendFile(response, served, url.pathname.slice('/scripted'.length));
    if (url.pathname.endsWith('.html')) return sendFile(response, served, url.pathname);
    if (/\.\w+$/.test(url.pathname)) return sendFile(response, built, url.pathname);
    const html = this.#shown.ends.includes(url.pathname)
      ? '<!doctype html><title>The end</title>'
      : await this.#document(request, url);
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' }).end(html);
  }

  async #answerCall(request: IncomingMessage, response: ServerResponse, { pathname, searchParams }: URL) {
    const { method = '', headers } = request;
    const path = pathname.slice('/api'.length);
    const body = parse(await text(request));
    const scripted = findAnswer(this.#scripted, method, path);
    const usual = findAnswer(usualAnswers, method, path);
    const call = (scripted ?? usual)?.answer.call;
    this.calls.push({ call, method, path, query: Object.fromEntries(searchParams), headers, body });
    const language = languageOf(request) ?? this.#shown.language;
    const asked = { language, gallery: this.origin, params: usual?.params ?? {} };
    const reply = scripted ? await scripted.answer.reply() : usual?.answer.respond(asked);
    if (reply === 'lost') return void response.destroy();
    if (reply === 'held') return void this.#held.add(response);
    if (!reply) return sendJson(response, 404, { code: 404, message: '', data: null });
    if ('text' in reply)
      return void response.writeHead(reply.status, { 'Content-Type': 'application/json' }).end(reply.text);
    const { status, body: envelope } = envelopeOf(reply, language);
    return sendJson(response, status, envelope);
  }

  async #document(request: IncomingMessage, { pathname, search }: URL) {
    const { config: changed, view, remembered, notice, account, language, script } = this.#shown;
    const config = { ...siteConfig(this.origin, this.origin), ...changed };
    const params = readPageParams(search);
    const page = config.problem ? 'applicationProblem' : pageAt(pathname);
    const isLogin = page === 'login';
    const tab = cookieOf(request, tabKey);
    const variant: PageVariant = {
      page,
      language: languageOf(request) ?? language,
      device: deviceOf(request.headers['user-agent'] ?? '', config.productCode),
      tab: isLogin && config.methods.code ? (params.tab ?? (isTab(tab) ? tab : 'user')) : 'user',
      locked: isLogin && (params.locked || view?.params.account !== undefined),
      sso: isLogin && params.sso && config.methods.sso,
      languageHidden: params.languageHidden || page === 'offline',
    };
    const offersAccounts = isLogin && !variant.locked && !variant.sso && params.account === undefined;
    const personal = {
      view,
      notice,
      remembered: offersAccounts ? remembered : undefined,
      account: page === 'account' ? account : undefined,
    };
    const key = JSON.stringify([variant, config, personal]);
    // Most tests open the same few documents, and rendering one takes longer than sending it.
    const document = this.#documents.get(key) ?? this.render(variant, config, personal);
    this.#documents.set(key, document);
    const html = await document;
    return html.replace(
      '<head>',
      `<head>\n<script src="/scripted/stopped-clock.js" data-now="${now}" data-goes-on></script><script>${script}</script>`,
    );
  }
}

function cookieOf({ headers }: IncomingMessage, name: string) {
  const pairs = (headers.cookie ?? '').split('; ').map((pair) => pair.split('='));
  return pairs.find(([key]) => key === name)?.[1];
}

/** The language that the person has chosen. */
function languageOf(request: IncomingMessage): Language | undefined {
  const chosen = cookieOf(request, languageCookie);
  return isLanguage(chosen) ? chosen : undefined;
}

function parse(body: string): unknown {
  try {
    return body === '' ? undefined : JSON.parse(body);
  } catch {
    return body;
  }
}

const sendJson = (response: ServerResponse, status: number, body: unknown) =>
  void response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));

async function sendFile(response: ServerResponse, folder: string, path: string) {
  const content = await readFile(join(folder, path)).catch(() => undefined);
  if (content === undefined) return void response.writeHead(404).end();
  const headers = { 'Content-Type': contentTypes[extname(path)], 'Cache-Control': 'max-age=86400, immutable' };
  response.writeHead(200, headers).end(content);
}
