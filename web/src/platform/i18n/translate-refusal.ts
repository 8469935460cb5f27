import type { Sentence } from '@foyer/contract/call';
import { type Language, languages } from '@foyer/contract/language';
import { type RefusalTexts, loadRefusals, textOfRefusal } from '@foyer/contract/texts/refusal-texts';

/** The sentence in another language; empty for one that the service has worded otherwise than the page would. */
export type TranslateRefusal = (sentence: Sentence, to: Language) => string;

export async function loadTranslateRefusal(): Promise<TranslateRefusal> {
  const loaded = await Promise.all(
    languages.map(async (language) => [language, await loadRefusals(language)] as const),
  );
  const texts = Object.fromEntries(loaded) as Record<Language, RefusalTexts>;
  return ({ text, language, name, data }, to) =>
    name && textOfRefusal(texts[language], name, data) === text ? textOfRefusal(texts[to], name, data) : '';
}
