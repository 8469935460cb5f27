import type { first } from './first.zh-CN.ts';
import type { later } from './later.zh-CN.ts';

/** The Chinese files name the keys; a key missing in English does not compile. */
export type FirstKey = keyof typeof first;
export type LaterKey = keyof typeof later;
export type Key = FirstKey | LaterKey;
/** What is loaded of a language: the texts of the first load, or all of them. */
export type Texts = Partial<Record<Key, string>>;
