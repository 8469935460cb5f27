import type { Language } from '@foyer/contract/language';
import type { RefusalName } from '@foyer/contract/result-codes';
import type { TextKey } from '@foyer/contract/texts/page-texts';
import { pageTexts, refusalText } from '../../contract/test/all-texts.ts';

export type Texts = ReturnType<typeof texts>;

/** The texts of the page and of the service in one language: `t('login.submit')`, `t.refusal('wrongCode')`. */
export function texts(language: Language) {
  const dictionary = pageTexts[language];
  const t = (key: TextKey, values: Record<string, string | number> = {}) =>
    dictionary[key].replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => `${values[name] ?? placeholder}`);
  /** The part of a text before its first placeholder. */
  const start = (key: TextKey) => dictionary[key].split('{')[0]!.trim();
  const refusal = (name: RefusalName, data?: { attemptsLeft: number } | { retryAfter: number } | { kind: 'email' }) =>
    refusalText(name, language, data);
  return Object.assign(t, { start, refusal });
}
