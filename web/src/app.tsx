import './ui/tokens.css';
import './ui/base.css';
import { type ComponentType, Suspense, useEffect, useState } from 'react';
import { type Language, languageCookie } from '@foyer/contract/language';
import { language as languageLimits } from '@foyer/contract/limits';
import { titleOf } from './messages/title.ts';
import { writeCookie } from './platform/storage/cookies.ts';
import { pressAgain } from './platform/lazy/replay-clicks.ts';
import { part } from './platform/lazy/lazy-part.ts';
import { useTexts } from './platform/i18n/texts.ts';
import type { Texts } from './messages/dictionary.ts';
import { SpeechContext, useSpoken } from './platform/page-context.ts';
import { loadWhenQuiet } from './platform/lazy/when-idle.ts';
import { type Given, startSpeech } from './messages/i18n-store.ts';
import { Button } from './ui/button.tsx';
import { ExplainContext } from './ui/explain.ts';
import { Rescue } from './ui/error-boundary.tsx';
import { Toasts } from './ui/toast.tsx';

const Explanation = part(() => import('./content/articles/explanation.tsx').then((m) => m.Explanation));
const explain = (words: string) => (
  <Rescue instead={null}>
    <Suspense>
      <Explanation words={words} />
    </Suspense>
  </Rescue>
);

type Props = Given & { Page: ComponentType; texts: Texts };

export function App({ Page, texts, ...given }: Props) {
  const [speech] = useState(() => startSpeech(given, texts));
  return (
    <SpeechContext value={speech}>
      <Rescue instead={<Broken />}>
        <ExplainContext value={explain}>
          <Toasts>
            <Page />
          </Toasts>
        </ExplainContext>
      </Rescue>
      <Titled />
    </SpeechContext>
  );
}

/** What the browser is told of the page. */
function Titled() {
  const { visit, texts } = useSpoken();
  const { config, language, variant } = visit;
  useEffect(() => {
    performance.mark('usable');
    pressAgain();
  }, []);
  useEffect(() => {
    keepLanguage(language);
    // Once the cookie is written: the page is kept in the language that it names.
    return loadWhenQuiet(() => import('./platform/browser/offline.ts').then((m) => m.keepOfflinePage(language)));
  }, [language]);
  useEffect(() => {
    document.title = titleOf(variant.page, texts, config.brand[language]);
  }, [variant, config, texts, language]);
  return null;
}

function Broken() {
  const say = useTexts();
  return (
    <main role="alert">
      <p>{say('common.network')}</p>
      <Button onClick={() => location.reload()}>{say('common.retry')}</Button>
    </main>
  );
}

function keepLanguage(language: Language) {
  document.documentElement.lang = language;
  writeCookie(languageCookie, language, languageLimits.keptFor);
}
