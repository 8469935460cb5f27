import type { FastifyRequest } from 'fastify';

export type Language = 'zh-CN' | 'en-US';

export interface LocalizedText {
  zh: string;
  en: string;
}

export const localize = ({ zh, en }: LocalizedText, language: Language) => (language === 'zh-CN' ? zh : en);

const cookie = 'foyer_language';
const isLanguage = (value: unknown): value is Language => value === 'zh-CN' || value === 'en-US';

/** The language of the query parameter `lang`, else of the cookie, else of the browser. */
export function languageOf({ query, headers }: FastifyRequest): { language: Language; isFromQuery: boolean } {
  const fromQuery = typeof query === 'object' && query !== null && 'lang' in query ? query.lang : undefined;
  if (isLanguage(fromQuery)) return { language: fromQuery, isFromQuery: true };
  const fromCookie = new RegExp(`(?:^|;\\s*)${cookie}=([^;]*)`).exec(headers.cookie ?? '')?.[1];
  const language = isLanguage(fromCookie) ? fromCookie : browserLanguage(headers['accept-language']);
  return { language, isFromQuery: false };
}

/** Without an Accept-Language header the page is Chinese; with one that names neither language it is English. */
function browserLanguage(accepted: string | undefined): Language {
  const first = accepted
    ?.split(',')
    .map((part) => ({ tag: part.trim().toLowerCase(), weight: Number(/;\s*q=([\d.]+)/.exec(part)?.[1] ?? 1) }))
    .sort((a, b) => b.weight - a.weight)
    .find(({ tag, weight }) => weight > 0 && /^(zh|en)\b/.test(tag));
  if (first) return first.tag.startsWith('zh') ? 'zh-CN' : 'en-US';
  return accepted ? 'en-US' : 'zh-CN';
}

/** The service's own language cookie, with the same lifetime. */
export function languageCookie(language: Language, secure: boolean) {
  const week = 7 * 24 * 60 * 60;
  return `${cookie}=${language}; Path=/; Max-Age=${week}; SameSite=Lax${secure ? '; Secure' : ''}`;
}
