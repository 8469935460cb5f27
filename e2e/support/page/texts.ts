import { type Language, languages } from '@foyer/contract/language';
import type { RefusalName } from '@foyer/contract/result-codes';
import type { TextKey } from '@foyer/contract/texts/page-texts';
import type { RefusalData } from '@foyer/contract/texts/refusal-texts';
import { pageTexts, refusalText } from '../../../contract/test/all-texts.ts';

export type Texts = ReturnType<typeof texts>;

/** The texts of the page and of the service in one language: `t('login.submit')`, `t.refusal('wrongCode')`. */
export function texts(language: Language) {
  const dictionary = pageTexts[language];
  const t = (key: TextKey, values: Record<string, string | number> = {}) =>
    dictionary[key].replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => `${values[name] ?? placeholder}`);
  /** The part of a text before its first placeholder. */
  const prefix = (key: TextKey) => dictionary[key].split('{')[0]!.trim();
  const refusal = (name: RefusalName, data?: RefusalData) => refusalText(name, language, data);
  return Object.assign(t, { language, prefix, refusal });
}

/** Matches a name that is one of the texts; a placeholder stands for a number. The language may change during a test. */
export const inBothLanguages = (...keys: TextKey[]) => new RegExp(`^(${namesOf(keys)})$`);

/** As `inBothLanguages`, for a name that continues after the text. */
export const startInBothLanguages = (...keys: TextKey[]) => new RegExp(`^(${namesOf(keys)})`);

const namesOf = (keys: TextKey[]) =>
  keys
    .flatMap((key) => languages.map((language) => texts(language)(key)))
    .join('|')
    .replaceAll(/\{\w+\}/g, String.raw`\d+`);
