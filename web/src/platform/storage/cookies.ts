import { languageCookie } from '@foyer/contract/language';
import { language } from '@foyer/contract/first-limits';

/** For preferences only: secrets are in HttpOnly cookies. */
export function writeCookie(name: string, value: string, lifetime: number) {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${name}=${value}; Path=/; Max-Age=${lifetime / 1000}; SameSite=Lax${secure}`;
}

/**
 * Name of the window event for a call that needs cookies while they are off. A page that can explain this without being
 * left calls `preventDefault()`, and later `answer()`: without a value once cookies work, else with the message to show.
 */
export const cookiesNeeded = 'cookiesneeded';
export type CookiesNeeded = CustomEvent<{ answer(stillOff: string | undefined): void }>;

/** Whether this browser accepts cookies, tested with the language cookie. */
export function cookiesWork() {
  const { lang } = document.documentElement;
  writeCookie(languageCookie, lang, language.cookieLifetime);
  return document.cookie.split('; ').includes(`${languageCookie}=${lang}`);
}
