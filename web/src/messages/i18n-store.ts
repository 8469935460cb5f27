import type { Language } from '@foyer/contract/language';
import { loadTexts } from './load.ts';
import { learning } from '../platform/i18n/texts.ts';
import type { Texts } from './dictionary.ts';
import type { Speech, Spoken, Visit } from '../platform/page-context.ts';

export type Given = Omit<Visit, 'language' | 'setLanguage' | 'moreTexts'>;

/** Which language a page speaks, and with which words. */
export function startSpeech(given: Given, firstTexts: Texts): Speech {
  const hearers = new Set<() => void>();
  let chosen = given.variant.language;
  const first = speaking(chosen, firstTexts);
  const speech: Speech = {
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
    if (language === speech.now.visit.language) return;
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

  function speak(spoken: Spoken) {
    speech.now = spoken;
    for (const hear of hearers) hear();
  }

  function speaking(language: Language, texts: Texts): Spoken {
    // Nothing that is shown changes by it, and nothing is rendered anew: what is painted but not alive yet would go.
    const moreTexts = async () => void Object.assign(texts, await loadTexts(language, 'all'));
    return { texts, visit: { ...given, language, setLanguage, moreTexts } };
  }
}
