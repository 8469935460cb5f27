import './ui/tokens.css';
import './ui/base.css';
import { type ComponentType, Suspense, useEffect, useState } from 'react';
import { type Language, languageCookie } from '@foyer/contract/language';
import { language as languageLimits } from '@foyer/contract/first-limits';
import { writeCookie } from './platform/storage/cookies.ts';
import { replayClick } from './platform/lazy/replay-clicks.ts';
import { lazyPart } from './platform/lazy/lazy-part.ts';
import { type Texts, titleOf } from '@foyer/contract/texts/page-texts';
import { I18nContext, useI18n } from './platform/page-context.ts';
import { loadWhenIdle } from './platform/lazy/when-idle.ts';
import { type PageSetup, createI18nStore } from './platform/i18n/i18n-store.ts';
import { ExplainContext } from './ui/fields/problem.ts';
import { ErrorBoundary } from './ui/loading/error-boundary.tsx';
import { Toasts } from './ui/dialogs/toast.tsx';
import { hideProblem } from './platform/start-problem.ts';

const Explanation = lazyPart(() => import('./content/articles/explanation.tsx').then((m) => m.Explanation));
const explain = (said: unknown) => (
  <ErrorBoundary fallback={null}>
    <Suspense>
      <Explanation said={said} />
    </Suspense>
  </ErrorBoundary>
);

type Props = PageSetup & { Page: ComponentType; texts: Texts };

export function App({ Page, texts, ...setup }: Props) {
  const [store] = useState(() => createI18nStore(setup, texts));
  return (
    <I18nContext value={store}>
      <ExplainContext value={explain}>
        <Toasts>
          <Page />
        </Toasts>
      </ExplainContext>
      <DocumentEffects />
    </I18nContext>
  );
}

/** Keeps the document's title, language and cookie up to date. */
function DocumentEffects() {
  const { page, texts } = useI18n();
  const { config, language, variant } = page;
  useEffect(() => {
    performance.mark('usable');
    hideProblem();
    replayClick();
  }, []);
  useEffect(() => {
    saveLanguage(language);
    // After the cookie is written, which decides the language of the offline page.
    return loadWhenIdle(() =>
      import('./content/offline/prepare-for-offline.ts').then((m) => m.prepareForOffline(language)),
    );
  }, [language]);
  useEffect(() => {
    document.title = titleOf(variant.page, texts, config.brand[language]);
  }, [variant, config, texts, language]);
  return null;
}

function saveLanguage(language: Language) {
  const root = document.documentElement;
  // Writing the same language would make the browser compute every style again.
  if (root.lang !== language) root.lang = language;
  writeCookie(languageCookie, language, languageLimits.cookieLifetime);
}
