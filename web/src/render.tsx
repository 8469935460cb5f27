import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import type { Api } from '@foyer/contract/api-client';
import { brandStyle } from '@foyer/contract/brand/brand-style';
import type { PageConfig, PageVariant, ScanApp } from '@foyer/contract/pages/page-config';
import { readPageParams } from '@foyer/contract/pages/page-params';
import { App } from './app.tsx';
import { type Assets, type Personal, builtAssets } from './built-assets.ts';
import { requestOf } from '@foyer/contract/api-client';
import { factsOf, scanApps } from '@foyer/contract/apps/scan-apps';
import { requestQr } from '@foyer/contract/flows/qr-login';
import { showsQrCode } from '@foyer/contract/pages/shows-qr-code';
import askOtherBackEnd from './early/other-back-end.ts?inline-script';
import askOwnService from './early/own-service.ts?inline-script';
import type { EarlySettings } from './platform/early.ts';
import { awaitNetworkScript } from './await-network.ts';
import { captureClicksScript } from './capture-clicks.ts';
import { applyThemeScript } from './apply-theme.ts';
import { type Texts, loadLaterTexts, loadTexts, tierOf, titleOf } from '@foyer/contract/texts/page-texts';
import { loadPage } from './routes.ts';
import { keepSubmitScript } from './keep-submit.ts';
import { fillIn } from './platform/i18n/texts.ts';
import { watchStartScript } from './watch-start.ts';

const noApi: Api = () => Promise.reject(new Error('A page makes no call while it is rendered'));

/**
 * Renders the document of one variant of a page, with its styles, the data that the script starts with, and the inline
 * script that applies the chosen theme and captures clicks until then, or on the offline page awaits the network. The service renders each variant once and caches
 * it; an export renders all of them. It is painted only when everything visible has arrived: a centred card would move
 * with each line.
 */
export async function renderDocument(
  variant: PageVariant,
  config: PageConfig,
  { assets, ...personal }: Personal & { assets?: Assets } = {},
): Promise<string> {
  const [Page, texts] = await Promise.all([loadPage(variant), textsFor(variant, personal)]);
  const { prelude } = await prerender(
    <StrictMode>
      <App {...{ config, variant, ...personal, Page, texts }} api={noApi} params={readPageParams('')} />
    </StrictMode>,
    { progressiveChunkSize: Infinity },
  );
  const body = await new Response(prelude).text();
  const brand = config.brand[variant.language];
  const { 'shell.problem.pc': onPc = '', 'shell.problem.phone': onPhone = '', ...inlinedTexts } = texts;
  const problem = fillIn(variant.device === 'pc' ? onPc : onPhone, { support: config.support });
  // Inlined texts compress well beside the same texts in the markup, and save the sign-in page a request before hydration.
  const { head, drawing } = assets ?? builtAssets(variant, personal);
  const asksEarly = showsQrCode(variant, config) && personal.view?.reason?.is !== 'secondFactor';
  const data = { variant, config, ...personal, ...(tierOf(variant) === 'first' && { texts: inlinedTexts }) };

  return `<!doctype html>
<html lang="${variant.language}">
<head>
<meta charset="utf-8">
<title>${escape(titleOf(variant.page, texts, brand))}</title>
<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover,interactive-widget=resizes-content">
${(config.look?.icons ?? ['/favicon.svg']).map(iconLink).join('\n')}
<link rel="expect" href="#page-data" blocking="render">
${variant.page === 'offline' ? '' : `<script>${watchStartScript}</script>\n`}${asksEarly ? `<script>${earlyScript(config, drawing)}</script>\n` : configPreload(config)}${head}${styleOf(config)}
<script>${applyThemeScript}${variant.page === 'offline' ? `;${awaitNetworkScript}` : `;${captureClicksScript}${variant.page === 'login' ? `;${keepSubmitScript}` : ''}`}</script>
</head>
<body>
<noscript><p class="noscript" role="alert">${escape(problem)} <a href="">${escape(texts['common.retry'] ?? '')}</a></p></noscript>
<div id="root">${body}</div>
<script type="application/json" id="page-data">${asJson(data)}</script>
</body>
</html>
`;
}

/** Asks for what the page shows first, before any file: first of all scripts but the one that watches them. */
function earlyScript({ apiBase, configFile, methods: { scan } }: PageConfig, drawing: string | undefined) {
  const [apps, base] = configFile ? [scanApps, ''] : [scan, apiBase];
  const pathOf = (app: ScanApp) => requestOf(requestQr, { thirdparty: factsOf[app].thirdparty, fingerprint: '' }).path;
  const qr = Object.fromEntries(apps.map((app) => [app, base + pathOf(app)]));
  const settings: EarlySettings = { qr, drawing, configFile };
  return `early=${asJson(settings)};${configFile ? askOtherBackEnd : askOwnService}`;
}

const configPreload = ({ configFile }: PageConfig) =>
  configFile ? `<link rel="preload" href="${configFile}" as="fetch" crossorigin>\n` : '';

/** With a view, a notice, or accounts to choose from, also those that they are worded with. */
async function textsFor(variant: PageVariant, { view, remembered, notice }: Personal): Promise<Texts> {
  const tier = tierOf(variant);
  const texts = await loadTexts(variant.language, tier);
  const prefixes = [...(view || notice ? ['view.'] : []), ...(remembered ? ['chooser.'] : [])];
  if (prefixes.length === 0 || tier === 'all') return texts;
  const isNeeded = ([key]: [string, string]) => prefixes.some((prefix) => key.startsWith(prefix));
  return { ...texts, ...Object.fromEntries(Object.entries(await loadLaterTexts(variant.language)).filter(isNeeded)) };
}

const iconLink = (url: string) =>
  `<link rel="icon" href="${url}" ${url.endsWith('.svg') ? 'type="image/svg+xml"' : 'sizes="32x32"'}>`;

/** The rules of the brand. They stand after the tokens, which they override. */
function styleOf({ look }: PageConfig) {
  const rules = look && brandStyle(look);
  return rules ? `\n<style>${rules}</style>` : '';
}

const escape = (text: string) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
const asJson = (value: unknown) => JSON.stringify(value).replace(/</g, '\\u003c');
