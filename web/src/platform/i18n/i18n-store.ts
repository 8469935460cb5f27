import type { Language } from '@foyer/contract/language';
import type { PageConfig } from '@foyer/contract/pages/page-config';
import { type Texts, loadLaterTexts, loadTexts } from '@foyer/contract/texts/page-texts';
import type { I18nState, I18nStore, PageContext } from '../page-context.ts';
import { partsHydrated } from '../lazy/hydrating-parts.ts';
import { translation } from './texts.ts';

export type PageSetup = Omit<PageContext, 'language' | 'setLanguage' | 'loadAllTexts'> & {
  /** The configuration that the document was rendered with, if it is not the current one. */
  renderedConfig?: PageConfig;
};

/** Holds the page's language and its texts. */
export function createI18nStore({ renderedConfig, ...setup }: PageSetup, firstTexts: Texts): I18nStore {
  const listeners = new Set<() => void>();
  let chosen = setup.variant.language;
  const now = stateOf(chosen, firstTexts);
  const store: I18nStore = {
    // The same object where nothing differs, so that nothing is rendered again after hydration.
    first: renderedConfig && renderedConfig !== setup.config ? withConfig(now, renderedConfig) : now,
    now,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return store;

  async function setLanguage(language: Language) {
    chosen = language;
    if (language === store.now.page.language) return;
    // The last choice counts, whichever texts arrive first or fail to load.
    const loaded = await Promise.all([
      loadTexts(language, 'all'),
      translation.loading,
      // A part that is not hydrated yet would stay in the other language meanwhile.
      partsHydrated(),
    ]).catch((error: unknown) => {
      if (chosen === language) throw error;
    });
    if (!loaded || chosen !== language) return;
    publish(stateOf(language, loaded[0]));
  }

  function publish(state: I18nState) {
    store.now = state;
    for (const notify of listeners) notify();
  }

  function stateOf(language: Language, texts: Texts): I18nState {
    // Adds to the texts in place: the shown texts do not change, and a re-render would drop server-rendered parts that
    // are not hydrated yet.
    const loadAllTexts = async () => void Object.assign(texts, await loadLaterTexts(language));
    return { texts, page: { ...setup, language, setLanguage, loadAllTexts } };
  }
}

const withConfig = ({ texts, page }: I18nState, config: PageConfig): I18nState => ({
  texts,
  page: { ...page, config },
});
