import type { Language } from '@foyer/contract/language';
import type { Key } from '../../messages/dictionary.ts';
import { useSpoken } from '../page-context.ts';

export type Fill = Record<string, string | number>;
/** A sentence that the service has worded, or none. */
export interface Sentence {
  said: string | undefined;
}
export interface Say {
  (key: Key, fill?: Fill): string;
  /** The service's sentence in the page's language; empty where it is known in another alone. */
  heard(sentence: Sentence): string;
}

/** `say('login.lockedOut', { m: 15 })`: the words of a key, with `{m}` filled in. */
export function useTexts(): Say {
  const { texts, visit } = useSpoken();
  const { language } = visit;
  const say = (key: Key, fill?: Fill) => fillIn(texts[key] ?? '', fill);
  return Object.assign(say, {
    heard({ said }: Sentence) {
      if (said === undefined) return say('common.unknownError');
      const known = language && heardAs.get(said);
      return known ? (known[language] ?? '') : said;
    },
  });
}

/** What the service has said, in the languages in which the page knows it. */
export const heardAs = new Map<string, Partial<Record<Language, string>>>();
/** Over when all of it is known that can be. */
export const learning: { last?: Promise<void> } = {};

export const fillIn = (text: string, fill: Fill = {}) =>
  text.replace(/\{(\w+)\}/g, (slot, name: string) => (Object.hasOwn(fill, name) ? String(fill[name]) : slot));
