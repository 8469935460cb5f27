import { createHash } from 'node:crypto';
import { deviceOf } from '@foyer/contract/rules/device-rules';
import { type Language, languageCookie, languageFor } from '@foyer/contract/language';
import type { InteractionView } from '@foyer/contract/pages/interaction-view';
import type { PageConfig, PageVariant } from '@foyer/contract/pages/page-config';
import { isTab, readPageParams, tabKey } from '@foyer/contract/pages/page-params';
import {
  changePasswordPath,
  homePath,
  pageAt,
  pageRoutes,
  passwordPanel,
  pathOfPage,
} from '@foyer/contract/pages/page-routes';
import type { RememberedAccount } from '@foyer/contract/pages/remembered-account';
import { showsQrCode } from '@foyer/contract/pages/shows-qr-code';
import type { SignInNotice } from '@foyer/contract/pages/sign-in-notice';
import type { SignedInAccount } from '@foyer/contract/pages/signed-in-account';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import { type Assets, assetsPath, brandAssets, sendAsset } from './answers/assets.ts';
import { browserIdCookie, hasRegisteredCookie } from './answers/cookies.ts';
import { type CompressedBody, chooseEncoding, compress, compressOnce } from './answers/compression.ts';
import type { InlineHashes, SecurityHeaders } from './answers/headers.ts';

/** What a document shows beyond its variant, for one person. */
interface Personal {
  view?: InteractionView | undefined;
  remembered?: RememberedAccount[] | undefined;
  notice?: SignInNotice | undefined;
  account?: SignedInAccount | undefined;
}

export type RenderDocument = (variant: PageVariant, config: PageConfig, personal?: Personal) => Promise<string>;

export interface Pages {
  render: RenderDocument;
  assets: Assets;
  /** Renders every request anew, for development. */
  noCache?: boolean;
}

interface DocumentOptions {
  config: Config;
  headers: SecurityHeaders;
  year(): number;
}

interface Document extends CompressedBody {
  policy: string;
}

interface RenderOptions {
  personal?: Personal;
  problem?: PageConfig['problem'];
  /** `compress` for a document that is cached, `compressOnce` for one that is for a single response. */
  compressor: typeof compress | typeof compressOnce;
}

/** Why a request of an application cannot continue, and the status that says so. */
type Problem = NonNullable<PageConfig['problem']> & { status: number };
export type SendProblem = (request: FastifyRequest, reply: FastifyReply, problem: Problem) => Promise<FastifyReply>;

export type Documents = ReturnType<typeof createDocuments>;

/** Renders the documents of pages and sends them. */
export function createDocuments({ render, noCache }: Pages, { config, headers, year }: DocumentOptions) {
  const documents = new Map<string, Promise<Document>>();

  async function renderDocument(
    variant: PageVariant,
    { personal, problem, compressor }: RenderOptions,
  ): Promise<Document> {
    const html = await render(variant, { ...config.page, year: year(), ...(problem && { problem }) }, personal);
    return { ...(await compressor(html)), policy: headers.policyFor(inlineHashes(html)) };
  }

  let look = config.page.look;
  function documentFor(variant: PageVariant): Promise<Document> {
    // The sandbox shows other brands.
    if (look !== config.page.look) documents.clear();
    look = config.page.look;
    const key = [...Object.values(variant), year()].join();
    const known = noCache ? undefined : documents.get(key);
    const document = known ?? renderDocument(variant, { compressor: compress });
    documents.set(key, document);
    // A failed rendering is retried by the next request.
    if (!known) document.catch(() => documents.delete(key));
    return document;
  }

  function sendDocument(request: FastifyRequest, reply: FastifyReply, { language }: PageVariant, document: Document) {
    const { body, encoding } = chooseEncoding(document, request.headers['accept-encoding']);
    if (encoding) void reply.header('Content-Encoding', encoding);
    return reply
      .header('Cache-Control', 'no-store')
      .header('Vary', 'Accept-Encoding, Accept-Language, Cookie, User-Agent')
      .header('Content-Language', language)
      .header('Content-Security-Policy', document.policy)
      .type('text/html; charset=utf-8')
      .send(body);
  }

  return {
    async send(request: FastifyRequest, reply: FastifyReply, variant: PageVariant, personal: Personal) {
      const isPersonal = Object.values(personal).some((part) => part !== undefined);
      const document = await (isPersonal
        ? renderDocument(variant, { personal, compressor: compressOnce })
        : documentFor(variant));
      return sendDocument(request, reply.status(variant.page === 'notFound' ? 404 : 200), variant, document);
    },

    async sendProblem(request: FastifyRequest, reply: FastifyReply, { status, ...problem }: Problem) {
      const variant: PageVariant = { ...variantOf(request, config.page), page: 'applicationProblem' };
      const document = await renderDocument(variant, {
        problem: { ...problem, requestId: request.id },
        compressor: compressOnce,
      });
      return sendDocument(request, reply.status(status), variant, document);
    },
  };
}

/** Where the pages have not been built. */
export const sendPlainProblem: SendProblem = async (_, reply, { status, error, description }) =>
  reply.status(status).send({ error, error_description: description });

interface PageRoutesOptions {
  assets: Assets;
  documents: Documents;
  config: Config;
  isSignedIn(request: FastifyRequest, reply: FastifyReply): Promise<boolean>;
  /** The account of the browser's session; undefined without one. */
  accountOf(request: FastifyRequest, reply: FastifyReply, language: Language): Promise<SignedInAccount | undefined>;
  /** What the page shows about the application's sign-in request. Undefined if the cached document is enough. */
  viewOf(request: FastifyRequest, reply: FastifyReply): Promise<InteractionView | undefined>;
  /** What the sign-in page says about the session of its browser. */
  noticeOf(request: FastifyRequest, reply: FastifyReply): Promise<SignInNotice | undefined>;
  /** The accounts that have signed in with this browser before. */
  rememberedIn(request: FastifyRequest, reply: FastifyReply, language: Language): Promise<RememberedAccount[]>;
}

export async function registerPageRoutes(
  server: FastifyInstance,
  { assets, documents, config, isSignedIn, accountOf, viewOf, noticeOf, rememberedIn }: PageRoutesOptions,
) {
  const pictures = await brandAssets(config.brandFiles);

  server.get('/', async (request, reply) => {
    const query = request.url.slice(1);
    const home = config.page.home === homePath ? `${homePath}${query}` : config.page.home;
    return redirectTo(reply, (await isSignedIn(request, reply)) ? home : `${pageRoutes.login}${query}`);
  });

  server.get(changePasswordPath, async (request, reply) => {
    const signIn = `${pageRoutes.login}?${new URLSearchParams({ redirectUrl: passwordPanel })}`;
    return redirectTo(reply, (await isSignedIn(request, reply)) ? passwordPanel : signIn);
  });

  server.get('/*', async (request, reply) => {
    const path = pathOf(request);
    const asset = assets.get(path) ?? pictures.get(path);
    request.routeLabel = routeLabelFor(path, asset !== undefined);
    if (asset) return sendAsset(request, reply, asset);

    const view = await viewOf(request, reply);
    const variant = withView(variantOf(request, config.page), view);
    const account = variant.page === 'account' ? await accountOf(request, reply, variant.language) : undefined;
    if (variant.page === 'account' && !account)
      return redirectTo(reply, `${pageRoutes.login}?${new URLSearchParams({ redirectUrl: request.url })}`);

    if (
      variant.page === 'registered' &&
      !(hasRegisteredCookie(request, config.secure) && (await isSignedIn(request, reply)))
    )
      return redirectTo(reply, pageRoutes.login);

    if (showsQrCode(variant, config.page)) {
      // Otherwise two tabs of a new browser would each get an id with their first QR code, and one would be lost.
      const browser = browserIdCookie(request, reply, config.secure);
      if (browser.current() === undefined) browser.ensure();
    }
    const remembered = offersAccounts(variant, request) ? await rememberedIn(request, reply, variant.language) : [];
    const notice = variant.page === 'login' && !view ? await noticeOf(request, reply) : undefined;
    return documents.send(request, reply, variant, {
      view,
      notice,
      account,
      ...(remembered.length > 0 && { remembered }),
    });
  });
}

/** The path of a page, a file of the first folder, or the folder of files: as few as there are pages and such files. */
function routeLabelFor(path: string, isAsset: boolean): string | undefined {
  const [, folder] = /^(\/[^/]+\/)./.exec(path) ?? [];
  if (folder === assetsPath || (isAsset && folder)) return `${folder}*`;
  return isAsset ? path : pathOfPage(pageAt(path));
}

const pathOf = ({ url }: FastifyRequest) => url.split('?')[0] ?? '/';
const paramsOf = (request: FastifyRequest) => readPageParams(request.url.slice(pathOf(request).length));

const redirectTo = (reply: FastifyReply, url: string) => reply.header('Cache-Control', 'no-store').redirect(url, 302);

/** The document for a request. Fields without effect on a page have fixed values, so that few documents are rendered. */
function variantOf(request: FastifyRequest, { productCode, methods }: Config['page']): PageVariant {
  const params = paramsOf(request);
  const at = pageAt(pathOf(request));
  // A return with an access code continues the company sign-in.
  const page = at === 'login' && params.accessCode ? 'ssoMiddle' : at;
  const savedTab = request.cookies[tabKey];
  const isLogin = page === 'login';
  return {
    page,
    language: languageFor(request.cookies[languageCookie], request.headers['accept-language']),
    device: deviceOf(request.headers['user-agent'] ?? '', productCode),
    tab: isLogin && methods.code ? (params.tab ?? (isTab(savedTab) ? savedTab : 'user')) : 'user',
    locked: isLogin && params.locked,
    sso: isLogin && params.sso && methods.sso,
    // The offline page has no script, so the language could not be changed.
    languageHidden: params.languageHidden || page === 'offline',
  };
}

function withView(variant: PageVariant, view: InteractionView | undefined): PageVariant {
  if (!view) return variant;
  const { account, tab = variant.tab } = view.params;
  const locked = variant.locked || account !== undefined;
  if (variant.page === 'login') return { ...variant, tab, locked };
  return variant.page === 'register' ? { ...variant, locked } : variant;
}

/** Whether the person may choose an account: the URL, or an application, may have chosen already. */
const offersAccounts = ({ page, locked, sso }: PageVariant, request: FastifyRequest) =>
  page === 'login' && !locked && !sso && paramsOf(request).account === undefined;

/** The hashes by which the CSP allows the inline scripts and styles of a document. */
export const inlineHashes = (html: string): InlineHashes => ({
  scripts: hashes(html, /<script>([^]*?)<\/script>/g),
  styles: hashes(html, /<style\b[^>]*>([^]*?)<\/style>/g),
});

const hashes = (html: string, pattern: RegExp) =>
  [...html.matchAll(pattern)].map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
