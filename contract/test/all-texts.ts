import { forEachLanguage, languages, type Language } from '../src/language.ts';
import type { RefusalName } from '../src/result-codes.ts';
import { loadAgreement } from '../src/texts/agreement-texts.ts';
import { loadTexts, type TextKey } from '../src/texts/page-texts.ts';
import { loadRefusals, textOfRefusal } from '../src/texts/refusal-texts.ts';

const loaded = await Promise.all(
  languages.map(async (language) => ({
    page: (await loadTexts(language, 'all')) as Record<TextKey, string>,
    refusals: await loadRefusals(language),
    service: await loadAgreement('service', language),
    privacy: await loadAgreement('privacy', language),
  })),
);
const texts = forEachLanguage((language) => loaded[languages.indexOf(language)]!);

/** Every text of the page by language and key. */
export const pageTexts = forEachLanguage((language) => texts[language].page);
export const agreements = forEachLanguage((language) => texts[language]);
export const refusalText = (name: RefusalName, language: Language, data?: unknown) =>
  textOfRefusal(texts[language].refusals, name, data);
