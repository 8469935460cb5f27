import './ui/tokens.css';
import './ui/base.css';
import { type ComponentType, Suspense, startTransition, useEffect, useMemo, useRef, useState } from 'react';
import { type Language, languageCookie } from '@foyer/contract/language';
import { language as languageLimits } from '@foyer/contract/limits';
import { loadTexts } from './messages/load.ts';
import { titleOf } from './messages/title.ts';
import { writeCookie } from './platform/cookies.ts';
import { part } from './platform/part.ts';
import { type Texts, TextsContext, learning, useTexts } from './platform/texts.ts';
import { type Visit, VisitContext } from './platform/visit.ts';
import { whenQuiet } from './platform/when-quiet.ts';
import { Button } from './ui/button.tsx';
import { ExplainContext } from './ui/explain.ts';
import { Rescue } from './ui/rescue.tsx';
import { Toasts } from './ui/toast.tsx';

const Explanation = part(() => import('./parts/articles/explanation.tsx').then((m) => m.Explanation));
const explain = (words: string) => (
  <Rescue instead={null}>
    <Suspense>
      <Explanation words={words} />
    </Suspense>
  </Rescue>
);

interface Speech {
  language: Language;
  texts: Texts;
}

type Props = Omit<Visit, 'language' | 'setLanguage' | 'moreTexts'> & { Page: ComponentType; texts: Texts };

export function App({ Page, texts, ...given }: Props) {
  const { page, language: first } = given.variant;
  const [speech, setSpeech] = useState<Speech>({ language: first, texts });
  const chosen = useRef(first);

  const visit = useMemo<Visit>(
    () => ({
      ...given,
      language: speech.language,
      setLanguage: async (language) => {
        chosen.current = language;
        const [spoken] = await Promise.all([loadTexts(language, 'all'), learning.last]);
        // Words that come late do not undo a later choice.
        if (chosen.current === language) startTransition(() => setSpeech({ language, texts: spoken }));
      },
      // Nothing that is shown changes by it, and nothing is rendered anew: what is painted but not alive yet would go.
      moreTexts: async () => void Object.assign(speech.texts, await loadTexts(speech.language, 'all')),
    }),
    // `given` never changes after the first render.
    // oxlint-disable-next-line react/exhaustive-deps
    [speech],
  );

  useEffect(() => void performance.mark('usable'), []);
  useEffect(() => {
    keepLanguage(speech.language);
    // Once the cookie is written: the page is kept in the language that it names.
    return whenQuiet(
      () => void import('./platform/offline.ts').then((m) => m.keepOfflinePage(speech.language)).catch(() => {}),
    );
  }, [speech.language]);
  useEffect(() => {
    document.title = titleOf(page, speech.texts, given.config.brand[speech.language]);
  }, [page, speech, given.config]);

  return (
    <VisitContext value={visit}>
      <TextsContext value={speech.texts}>
        <Rescue instead={<Broken />}>
          <ExplainContext value={explain}>
            <Toasts>
              <Page />
            </Toasts>
          </ExplainContext>
        </Rescue>
      </TextsContext>
    </VisitContext>
  );
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
