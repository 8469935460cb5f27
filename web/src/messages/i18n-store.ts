import type { Language } from '@foyer/contract/language';
import { loadTexts } from './load.ts';
import { learning } from '../platform/i18n/texts.ts';
import type { Texts } from './dictionary.ts';
import type { I18nStore, I18nState, PageContext } from '../platform/page-context.ts';

export type Given = Omit<PageContext, 'language' | 'setLanguage' | 'loadAllTexts'>;

/** Which language a page speaks, and with which words. */
export function createI18nStore(given: Given, firstTexts: Texts): I18nStore {
  const hearers = new Set<() => void>();
  let chosen = given.variant.language;
  const first = speaking(chosen, firstTexts);
  const speech: I18nStore = {
    first,
    now: first,
    hear(hearer) {
      hearers.add(hearer);
      return () => hearers.delete(hearer);
    },
  };
  return speech;

  async function setLanguage(language: Language) {
    chosen = language;
    if (language === speech.now.page.language) return;
    // Of two choices the later counts, whichever words come first, and whichever do not.
    const texts = await loadTexts(language, 'all').catch((lost: unknown) => {
      if (chosen === language) throw lost;
    });
    if (!texts || chosen !== language) return;
    speak(speaking(language, texts));
    // What the service has said may be known in another language a moment later.
    await learning.last;
    speak({ ...speech.now });
  }

  function speak(spoken: I18nState) {
    speech.now = spoken;
    for (const hear of hearers) hear();
  }

  function speaking(language: Language, texts: Texts): I18nState {
    // Nothing that is shown changes by it, and nothing is rendered anew: what is painted but not alive yet would go.
    const loadAllTexts = async () => void Object.assign(texts, await loadTexts(language, 'all'));
    return { texts, page: { ...given, language, setLanguage, loadAllTexts } };
  }
}
