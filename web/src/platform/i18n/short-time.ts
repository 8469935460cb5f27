import type { Language } from '@foyer/contract/language';

export const shortTime = (when: string | number, language: Language) =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(when));
