import { languageCookie } from '@foyer/contract/language';
import { language } from '@foyer/contract/limits';

/** For preferences only: secrets are in HttpOnly cookies. */
export function writeCookie(name: string, value: string, lifetime: number) {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${name}=${value}; Path=/; Max-Age=${lifetime / 1000}; SameSite=Lax${secure}`;
}

/**
 * A window event: a call cannot be made because cookies are off. A page that explains it in place, and so keeps what was
 * typed, cancels the event and calls `answer`: with the reason to show if they are still off.
 */
export const cookiesNeeded = 'cookiesneeded';
export type CookiesNeeded = CustomEvent<{ answer(stillOff: string | undefined): void }>;

/** Whether this browser accepts cookies, tested with the language cookie. */
export function cookiesWork() {
  const { lang } = document.documentElement;
  writeCookie(languageCookie, lang, language.cookieLifetime);
  return document.cookie.split('; ').includes(`${languageCookie}=${lang}`);
}
