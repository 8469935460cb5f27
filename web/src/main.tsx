import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { PageConfig, PageVariant } from '@foyer/contract/pages/page-config';
import { readPageParams } from '@foyer/contract/pages/page-params';
import { App } from './app.tsx';
import { Page as LoginPage } from './pages/login.page.tsx';
import { stopCapturing } from './platform/lazy/replay-clicks.ts';
import { createLazyApi } from './platform/api/lazy-api.ts';
import { loadWithRetry } from './platform/lazy/lazy-part.ts';
import { takeQueryParam } from './platform/navigation/take-query-param.ts';
import { type Texts, loadTexts, tierOf } from '@foyer/contract/texts/page-texts';
import { loadWhenIdle } from './platform/lazy/when-idle.ts';

/** The service has written who, where and how into the document; the page takes it from there. */
const {
  config,
  variant,
  texts: given,
} = JSON.parse(document.getElementById('visit')?.textContent ?? '') as {
  config: PageConfig;
  variant: PageVariant;
  texts?: Texts;
};

const params = readPageParams(location.search);
takeQueryParam('preLoginId');
takeQueryParam('accessCode');

const api = createLazyApi(config.apiBase, variant);

void start();

// A page that comes back from the browser's memory may hold a password or a person's name.
addEventListener('pageshow', (event) => {
  if (event.persisted) location.reload();
});

if (variant.device !== 'pc')
  loadWhenIdle(() =>
    import('./platform/browser/soft-keyboard.ts').then(({ keepFieldsInSight }) => keepFieldsInSight()),
  );

/** In a function: the other pages import from this file, and an await out here would wait for them and they for it. */
async function start() {
  const [Page, texts] = await Promise.all([
    // The sign-in page is here from the start; the others load by themselves.
    variant.page === 'login'
      ? LoginPage
      : loadWithRetry(() => import('./routes.ts').then(({ loadPage }) => loadPage(variant))),
    given ?? loadWithRetry(() => loadTexts(variant.language, tierOf(variant))),
  ]);

  // Whoever is typing already goes first.
  await new Promise((resolve) => setTimeout(resolve));

  hydrateRoot(
    document.getElementById('root')!,
    <StrictMode>
      <App {...{ config, variant, params, api, Page, texts }} />
    </StrictMode>,
  );
  stopCapturing();
  loadWhenIdle(() => import('./platform/analytics/analytics.ts').then((m) => m.startAnalytics(config, variant)));
}
