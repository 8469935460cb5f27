import { languageCookie } from '@foyer/contract/language';
import { language } from '@foyer/contract/limits';

/** Preferences only: what is secret lives in cookies that scripts cannot see. */
export function writeCookie(name: string, value: string, keptFor: number) {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${name}=${value}; Path=/; Max-Age=${keptFor / 1000}; SameSite=Lax${secure}`;
}

/** Whether this browser keeps cookies, tried with the one that remembers the language. */
export function cookiesWork() {
  const { lang } = document.documentElement;
  writeCookie(languageCookie, lang, language.cookieLifetime);
  return document.cookie.split('; ').includes(`${languageCookie}=${lang}`);
}
