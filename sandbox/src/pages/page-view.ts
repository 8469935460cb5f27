import type { Language } from '../outbox/outbox.ts';
import type { Texts } from './texts.ts';

/** What every part of the panel needs to be written. */
export interface PageView {
  language: Language;
  texts: Texts;
  /** Where the sandbox is mounted. */
  base: string;
}

export const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

export const timeOfDay = (at: string | number, language: Language) =>
  new Date(at).toLocaleTimeString(language, { timeZone: zone, hourCycle: 'h23' });
