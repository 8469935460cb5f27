import type { Language } from '../outbox/outbox.ts';
import type { Messages } from './texts.ts';

/** What every part of the panel needs to be written. */
export interface View {
  language: Language;
  messages: Messages;
  /** Where the sandbox is mounted. */
  base: string;
}

export const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

export const timeOfDay = (at: string | number, language: Language) =>
  new Date(at).toLocaleTimeString(language, { timeZone: zone, hourCycle: 'h23' });
