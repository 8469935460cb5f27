import { languageCookie } from '@foyer/contract/language';
import { language } from '@foyer/contract/limits';

/** For preferences only: secrets are in HttpOnly cookies. */
export function writeCookie(name: string, value: string, lifetime: number) {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${name}=${value}; Path=/; Max-Age=${lifetime / 1000}; SameSite=Lax${secure}`;
}

/** Whether this browser accepts cookies, tested with the language cookie. */
export function cookiesWork() {
  const { lang } = document.documentElement;
  writeCookie(languageCookie, lang, language.cookieLifetime);
  return document.cookie.split('; ').includes(`${languageCookie}=${lang}`);
}
