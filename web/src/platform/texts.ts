import { createContext, useContext } from 'react';
import type { Language } from '@foyer/contract/language';
import type { Key } from '../messages/dictionary.ts';
import { VisitContext } from './visit.ts';

export type Texts = Partial<Record<Key, string>>;
export type Fill = Record<string, string | number>;
/** A sentence that the service has worded, or none. */
export interface Sentence {
  said: string | undefined;
}
export interface Say {
  (key: Key, fill?: Fill): string;
  /** The service's sentence, while the page speaks the language that it came in; empty afterwards. */
  heard(sentence: Sentence): string;
}

export const TextsContext = createContext<Texts>({});

/** `say('login.lockedOut', { m: 15 })`: the words of a key, with `{m}` filled in. */
export function useTexts(): Say {
  const texts = useContext(TextsContext);
  const language = useContext(VisitContext)?.language;
  const say = (key: Key, fill?: Fill) => fillIn(texts[key] ?? key, fill);
  return Object.assign(say, {
    heard(sentence: Sentence) {
      if (!cameIn.has(sentence)) cameIn.set(sentence, language);
      if (cameIn.get(sentence) !== language) return '';
      return sentence.said ?? say('common.unknownError');
    },
  });
}

/** In which language a sentence was first shown: the page cannot put it into another. */
const cameIn = new WeakMap<Sentence, Language | undefined>();

export const fillIn = (text: string, fill: Fill = {}) =>
  text.replace(/\{(\w+)\}/g, (slot, name: string) => (Object.hasOwn(fill, name) ? String(fill[name]) : slot));
