import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Api } from '@foyer/contract/api-client';
import type { Language } from '@foyer/contract/language';
import type { InteractionView } from '@foyer/contract/pages/interaction-view';
import type { PageConfig, PageVariant } from '@foyer/contract/pages/page-config';
import type { RememberedAccount } from '@foyer/contract/pages/remembered-account';
import type { SignInNotice } from '@foyer/contract/pages/sign-in-notice';
import type { SignedInAccount } from '@foyer/contract/pages/signed-in-account';
import type { PageParams } from '@foyer/contract/pages/page-params';
import type { Texts } from '@foyer/contract/texts/page-texts';

/** `params` is empty while the service renders: read it in effects and event handlers only. */
export interface PageContext {
  config: PageConfig;
  variant: PageVariant;
  /** What the page shows of the request of an application. */
  view?: InteractionView | undefined;
  /** The accounts that have signed in with this browser before, the last used first. */
  remembered?: RememberedAccount[] | undefined;
  /** What the sign-in page says about the session of this browser. */
  notice?: SignInNotice | undefined;
  /** What the account page was rendered with. */
  account?: SignedInAccount | undefined;
  params: PageParams;
  api: Api;
  language: Language;
  /** Rejects, and keeps the language, when the texts fail to load. */
  setLanguage(language: Language): Promise<void>;
  /** Loads the texts of everything behind the first page. */
  loadAllTexts(): Promise<void>;
}

export interface I18nState {
  page: PageContext;
  texts: Texts;
}

/**
 * Outside of React's state: a state update would drop server-rendered parts that are not hydrated yet. They hydrate
 * with `first`, as the service rendered them, and then follow `now`.
 */
export interface I18nStore {
  first: I18nState;
  now: I18nState;
  subscribe(listener: () => void): () => void;
}

export const I18nContext = createContext<I18nStore | undefined>(undefined);

export function useI18n(): I18nState {
  const store = useContext(I18nContext);
  if (!store) throw new Error('useI18n is called outside <App>');
  return useSyncExternalStore(
    store.subscribe,
    () => store.now,
    () => store.first,
  );
}

export const usePageContext = () => useI18n().page;
