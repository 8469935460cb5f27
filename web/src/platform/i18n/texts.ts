import type { Message } from '@foyer/contract/call';
import type { Language } from '@foyer/contract/language';
import type { TextKey } from '@foyer/contract/texts/page-texts';
import { useI18n } from '../page-context.ts';
import type { TranslateRefusal } from './translate-refusal.ts';

export type Fill = Record<string, string | number>;
/** What the service has said, if anything. */
export interface Said {
  message?: Message | undefined;
}
export interface Translate {
  (key: TextKey, fill?: Fill): string;
  /** The service's sentence in the page's language; empty when it is known only in another language. */
  service(said: Said): string;
}

/** `t('login.lockedOut', { m: 15 })`: the text of a key, with `{m}` filled in. */
export function useTranslate(): Translate {
  const { texts, page } = useI18n();
  const { language } = page;
  const t = (key: TextKey, fill?: Fill) => fillIn(texts[key] ?? '', fill);
  return Object.assign(t, {
    service: ({ message = t('common.unknownError') }: Said) => {
      if (typeof message === 'string') return message;
      return message.language === language ? message.text : translation.of(message, language);
    },
  });
}

/** Says refusals in another language; loaded with the first refusal. */
export const translation: { loading?: Promise<void>; of: TranslateRefusal } = { of: () => '' };

export const fillIn = (text: string, fill: Fill = {}) =>
  text.replace(/\{(\w+)\}/g, (slot, name: string) => (Object.keys(fill).includes(name) ? String(fill[name]) : slot));

export const shortTime = (time: string | number, language: Language) =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(time));

export const dayOf = (time: string | number, language: Language) =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(new Date(time));
