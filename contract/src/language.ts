export const languages = ['zh-CN', 'en-US'] as const;
export type Language = (typeof languages)[number];

/** Chosen by the person and kept here; the same cookie tells whether cookies work at all. */
export const languageCookie = 'foyer_language';
export const languageHeader = 'X-Tsign-Open-Language';

export const isLanguage = (value: unknown): value is Language => languages.some((language) => language === value);

/** The first of the browser's languages that we speak; English for everyone who reads neither. */
export function languageFor(chosen: string | undefined, accepted: string | undefined): Language {
  if (isLanguage(chosen)) return chosen;
  if (!accepted) return 'zh-CN';
  const wishes = accepted
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
      const weight = parameters.map((p) => /^\s*q=([\d.]+)/.exec(p)?.[1]).find(Boolean);
      return { tag, weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight);
  for (const { tag } of wishes) {
    if (tag === 'zh' || tag.startsWith('zh-')) return 'zh-CN';
    if (tag === 'en' || tag.startsWith('en-')) return 'en-US';
  }
  return 'en-US';
}
