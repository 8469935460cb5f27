import type { Language } from '@foyer/contract/language';
import type { TextKey } from '@foyer/contract/texts/page-texts';
import { useI18n } from '../page-context.ts';

export type Fill = Record<string, string | number>;
/** A sentence that the service has worded, or none. */
export interface Sentence {
  message: string | undefined;
}
export interface Translate {
  (key: TextKey, fill?: Fill): string;
  /** The service's sentence in the page's language; empty when it is known only in another language. */
  service(sentence: Sentence): string;
}

/** `t('login.lockedOut', { m: 15 })`: the text of a key, with `{m}` filled in. */
export function useTranslate(): Translate {
  const { texts, page } = useI18n();
  const { language } = page;
  const t = (key: TextKey, fill?: Fill) => fillIn(texts[key] ?? '', fill);
  return Object.assign(t, {
    service({ message }: Sentence) {
      if (message === undefined) return t('common.unknownError');
      const translations = language && serviceTexts.get(message);
      return translations ? (translations[language] ?? '') : message;
    },
  });
}

/** Texts that the service has sent, each in the languages in which the page knows it. */
export const serviceTexts = new Map<string, Partial<Record<Language, string>>>();
/** Resolves when the last text of the service has been translated, if it can be. */
export const pendingTranslation: { last?: Promise<void> } = {};

export const fillIn = (text: string, fill: Fill = {}) =>
  text.replace(/\{(\w+)\}/g, (slot, name: string) => (Object.keys(fill).includes(name) ? String(fill[name]) : slot));

export const shortTime = (time: string | number, language: Language) =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(time));

export const dayOf = (time: string | number, language: Language) =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(new Date(time));
