import { createContext, useContext } from 'react';
import type { Key } from '../messages/dictionary.ts';

export type Texts = Partial<Record<Key, string>>;
export type Fill = Record<string, string | number>;
export type Say = (key: Key, fill?: Fill) => string;

export const TextsContext = createContext<Texts>({});

/** `say('login.lockedOut', { m: 15 })`: the words of a key, with `{m}` filled in. */
export function useTexts(): Say {
  const texts = useContext(TextsContext);
  return (key, fill) => fillIn(texts[key] ?? key, fill);
}

export const fillIn = (text: string, fill: Fill = {}) =>
  text.replace(/\{(\w+)\}/g, (slot, name: string) => (Object.hasOwn(fill, name) ? String(fill[name]) : slot));
