import type { Language } from '@foyer/contract/language';
import type { Key } from '../../messages/dictionary.ts';
import { useI18n } from '../page-context.ts';

export type Fill = Record<string, string | number>;
/** A sentence that the service has worded, or none. */
export interface Sentence {
  message: string | undefined;
}
export interface Translate {
  (key: Key, fill?: Fill): string;
  /** The service's sentence in the page's language; empty where it is known in another alone. */
  service(sentence: Sentence): string;
}

/** `t('login.lockedOut', { m: 15 })`: the words of a key, with `{m}` filled in. */
export function useTranslate(): Translate {
  const { texts, page } = useI18n();
  const { language } = page;
  const t = (key: Key, fill?: Fill) => fillIn(texts[key] ?? '', fill);
  return Object.assign(t, {
    service({ message }: Sentence) {
      if (message === undefined) return t('common.unknownError');
      const known = language && heardAs.get(message);
      return known ? (known[language] ?? '') : message;
    },
  });
}

/** What the service has said, in the languages in which the page knows it. */
export const heardAs = new Map<string, Partial<Record<Language, string>>>();
/** Over when all of it is known that can be. */
export const learning: { last?: Promise<void> } = {};

export const fillIn = (text: string, fill: Fill = {}) =>
  text.replace(/\{(\w+)\}/g, (slot, name: string) => (Object.hasOwn(fill, name) ? String(fill[name]) : slot));
