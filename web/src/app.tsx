import './ui/tokens.css';
import './ui/base.css';
import { type ComponentType, useEffect, useMemo, useState } from 'react';
import { type Language, languageCookie } from '@foyer/contract/language';
import { language as languageLimits } from '@foyer/contract/limits';
import { loadTexts } from './messages/load.ts';
import { titleOf } from './messages/title.ts';
import { writeCookie } from './platform/cookies.ts';
import { type Texts, TextsContext } from './platform/texts.ts';
import { type Visit, VisitContext } from './platform/visit.ts';
import { Toasts } from './ui/toast.tsx';

type Props = Omit<Visit, 'language' | 'setLanguage'> & { Page: ComponentType; texts: Texts };

export function App({ Page, texts, ...given }: Props) {
  const [speech, setSpeech] = useState({ language: given.variant.language, texts });
  const { page } = given.variant;

  const visit = useMemo<Visit>(
    () => ({
      ...given,
      language: speech.language,
      setLanguage: (language) => void loadTexts(language, page).then((words) => setSpeech({ language, texts: words })),
    }),
    // `given` never changes after the first render.
    // oxlint-disable-next-line react/exhaustive-deps
    [speech.language],
  );

  useEffect(() => keepLanguage(speech.language), [speech.language]);
  useEffect(() => {
    document.title = titleOf(page, speech.texts, given.config.brand[speech.language]);
  }, [page, speech, given.config]);

  return (
    <VisitContext value={visit}>
      <TextsContext value={speech.texts}>
        <Toasts>
          <Page />
        </Toasts>
      </TextsContext>
    </VisitContext>
  );
}

function keepLanguage(language: Language) {
  document.documentElement.lang = language;
  writeCookie(languageCookie, language, languageLimits.keptFor);
}
