import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import type { Api } from '@foyer/contract/api-client';
import type { PageConfig, PageVariant } from '@foyer/contract/pages/page-config';
import { readPageParams } from '@foyer/contract/pages/page-params';
import { App } from './app.tsx';
import { type Assets, builtAssets } from './built-assets.ts';
import { captureClicksScript } from './capture-clicks.ts';
import { loadTexts, tierOf, titleOf } from '@foyer/contract/texts/page-texts';
import { loadPage } from './routes.ts';

const nobody: Api = () => Promise.reject(new Error('A page makes no call while it is rendered'));

/**
 * The whole document of one variant of a page: its styles inside, the visit as data for the
 * script to start from, and the one line of script that keeps what is pressed until then. The service renders each variant once and keeps it.
 * Nothing is painted before all of it is there: a card in the middle would move with each line that arrives.
 */
export async function renderDocument(
  variant: PageVariant,
  config: PageConfig,
  assets: Assets = builtAssets(variant),
): Promise<string> {
  const [Page, texts] = await Promise.all([loadPage(variant), loadTexts(variant.language, tierOf(variant))]);
  const { prelude } = await prerender(
    <StrictMode>
      <App {...{ config, variant, Page, texts }} api={nobody} params={readPageParams('')} />
    </StrictMode>,
    { progressiveChunkSize: Infinity },
  );
  const body = await new Response(prelude).text();
  const brand = config.brand[variant.language];
  const { 'shell.noscript': withoutScript = '', ...spoken } = texts;
  // Beside the same words in the markup they weigh little, and the sign-in page asks for nothing before it comes alive.
  const visit = { variant, config, ...(tierOf(variant) === 'first' && { texts: spoken }) };

  return `<!doctype html>
<html lang="${variant.language}">
<head>
<meta charset="utf-8">
<title>${escape(titleOf(variant.page, texts, brand))}</title>
<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover,interactive-widget=resizes-content">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="expect" href="#visit" blocking="render">
${assets.head}${variant.page === 'offline' ? '' : `\n<script>${captureClicksScript}</script>`}
</head>
<body>
<noscript><p class="noscript">${escape(withoutScript)}</p></noscript>
<div id="root">${body}</div>
<script type="application/json" id="visit">${asData(visit)}</script>
</body>
</html>
`;
}

const escape = (text: string) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
const asData = (value: unknown) => JSON.stringify(value).replace(/</g, '\\u003c');
