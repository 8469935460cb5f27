import type { FastifyRequest } from 'fastify';
import type { Language } from '../outbox/outbox.ts';

const cookie = 'foyer_language';
const isLanguage = (value: unknown): value is Language => value === 'zh-CN' || value === 'en-US';

/** The language asked for in the address, then the one kept, then the browser's. */
export function languageOf({ query, headers }: FastifyRequest): { language: Language; asked: boolean } {
  const asked = typeof query === 'object' && query !== null && 'lang' in query ? query.lang : undefined;
  if (isLanguage(asked)) return { language: asked, asked: true };
  const kept = new RegExp(`(?:^|;\\s*)${cookie}=([^;]*)`).exec(headers.cookie ?? '')?.[1];
  return { language: isLanguage(kept) ? kept : browserLanguage(headers['accept-language']), asked: false };
}

/** Chinese unless the browser prefers something else; a browser that tells nothing is at home here. */
function browserLanguage(accepted: string | undefined): Language {
  const first = accepted
    ?.split(',')
    .map((part) => ({ tag: part.trim().toLowerCase(), weight: Number(/;\s*q=([\d.]+)/.exec(part)?.[1] ?? 1) }))
    .sort((a, b) => b.weight - a.weight)
    .find(({ tag, weight }) => weight > 0 && /^(zh|en)\b/.test(tag));
  if (first) return first.tag.startsWith('zh') ? 'zh-CN' : 'en-US';
  return accepted ? 'en-US' : 'zh-CN';
}

/** The same cookie as the product's, for as long. */
export function keepLanguage(language: Language, secure: boolean) {
  const week = 7 * 24 * 60 * 60;
  return `${cookie}=${language}; Path=/; Max-Age=${week}; SameSite=Lax${secure ? '; Secure' : ''}`;
}
