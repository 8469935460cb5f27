import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { PageConfig, PageVariant } from '@foyer/contract/pages/page-config';
import { readPageParams } from '@foyer/contract/pages/page-params';
import { App } from './app.tsx';
import type { Personal } from './built-assets.ts';
import { Page as LoginPage } from './pages/login.page.tsx';
import { forgetHandledClicks } from './platform/lazy/replay-clicks.ts';
import { createLazyApi } from './platform/api/lazy-api.ts';
import { currentConfig } from './platform/current-config.ts';
import { loadWithRetry } from './platform/lazy/lazy-part.ts';
import { reportFailure } from './platform/report-failure.ts';
import { takeQueryParam } from './platform/navigation/page-url.ts';
import { type Texts, loadTexts, tierOf } from '@foyer/contract/texts/page-texts';
import { loadWhenIdle } from './platform/lazy/when-idle.ts';
import { showProblem } from './platform/start-problem.ts';

/** Written into the document when it was rendered. */
const {
  config: renderedConfig,
  variant,
  texts: inlinedTexts,
  ...personal
} = JSON.parse(document.getElementById('page-data')?.textContent ?? '') as {
  config: PageConfig;
  variant: PageVariant;
  texts?: Texts;
} & Personal;

const params = { ...readPageParams(location.search), ...personal.view?.params };
takeQueryParam('preLoginId');
takeQueryParam('accessCode');

void start();

// A page restored from the back/forward cache may show a password or a person's name.
addEventListener('pageshow', (event) => {
  if (event.persisted) location.reload();
});

if (variant.device !== 'pc')
  loadWhenIdle(() =>
    import('./platform/browser/soft-keyboard.ts').then(({ keepFieldsVisible }) => keepFieldsVisible()),
  );

/** Not a top-level await: other chunks import this module, and each would wait for the other. */
async function start() {
  const [Page, texts, config] = await Promise.all([
    // The sign-in page is part of this chunk; every other page is a chunk of its own.
    variant.page === 'login'
      ? LoginPage
      : loadWithRetry(() => import('./routes.ts').then(({ loadPage }) => loadPage(variant)), showProblem),
    inlinedTexts ?? loadWithRetry(() => loadTexts(variant.language, tierOf(variant)), showProblem),
    currentConfig(renderedConfig),
  ]);
  const api = createLazyApi(config, variant);

  // Let pending input events run before hydration blocks the thread.
  await new Promise((resolve) => setTimeout(resolve));

  const root = document.getElementById('root')!;
  const rendered = [...root.childNodes];
  // A transition yields to input every few milliseconds.
  startTransition(() => {
    hydrateRoot(
      root,
      <StrictMode>
        <App {...{ config, renderedConfig, variant, ...personal, params, api, Page, texts }} />
      </StrictMode>,
      {
        // React has removed everything: the form comes back, with what was typed, below a text that says what to do.
        onUncaughtError(error) {
          root.replaceChildren(...rendered);
          showProblem();
          reportFailure(error);
        },
      },
    );
  });
  forgetHandledClicks();
  loadWhenIdle(() => import('./platform/analytics/analytics.ts').then((m) => m.startAnalytics(config, variant)));
}
