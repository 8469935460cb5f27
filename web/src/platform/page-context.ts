import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Api } from '@foyer/contract/api-client';
import type { Language } from '@foyer/contract/language';
import type { PageConfig, PageVariant } from '@foyer/contract/pages/page-config';
import type { PageParams } from '@foyer/contract/pages/page-params';
import type { Texts } from '../messages/dictionary.ts';

/** What is known of this visit of a page. `params` is empty while the service renders: use it in effects and handlers. */
export interface PageContext {
  config: PageConfig;
  variant: PageVariant;
  params: PageParams;
  api: Api;
  language: Language;
  /** Fails if its words do not come, and the language stays as it is. */
  setLanguage(language: Language): Promise<void>;
  /** Brings the words of what lies behind the first page. */
  loadAllTexts(): Promise<void>;
}

export interface I18nState {
  page: PageContext;
  texts: Texts;
}

/** Beside React, which would drop what is painted but not alive yet: that comes alive as it was painted, then follows. */
export interface I18nStore {
  first: I18nState;
  now: I18nState;
  hear(hearer: () => void): () => void;
}

export const I18nContext = createContext<I18nStore | undefined>(undefined);

export function useI18n(): I18nState {
  const speech = useContext(I18nContext);
  if (!speech) throw new Error('useVisit is called outside <App>');
  return useSyncExternalStore(
    speech.hear,
    () => speech.now,
    () => speech.first,
  );
}

export const usePageContext = () => useI18n().page;
