import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Api } from '@foyer/contract/api-client';
import type { Language } from '@foyer/contract/language';
import type { PageConfig, PageVariant } from '@foyer/contract/pages/page-config';
import type { PageParams } from '@foyer/contract/pages/page-params';
import type { Texts } from '../messages/dictionary.ts';

/** What is known of this visit of a page. `params` is empty while the service renders: use it in effects and handlers. */
export interface Visit {
  config: PageConfig;
  variant: PageVariant;
  params: PageParams;
  api: Api;
  language: Language;
  /** Fails if its words do not come, and the language stays as it is. */
  setLanguage(language: Language): Promise<void>;
  /** Brings the words of what lies behind the first page. */
  moreTexts(): Promise<void>;
}

export interface Spoken {
  visit: Visit;
  texts: Texts;
}

/** Beside React, which would drop what is painted but not alive yet: that comes alive as it was painted, then follows. */
export interface Speech {
  first: Spoken;
  now: Spoken;
  hear(hearer: () => void): () => void;
}

export const SpeechContext = createContext<Speech | undefined>(undefined);

export function useSpoken(): Spoken {
  const speech = useContext(SpeechContext);
  if (!speech) throw new Error('useVisit is called outside <App>');
  return useSyncExternalStore(
    speech.hear,
    () => speech.now,
    () => speech.first,
  );
}

export const useVisit = () => useSpoken().visit;
