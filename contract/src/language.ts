/**
 * The languages of the product by tag. To add one, add a line here and a folder of texts, `texts/<tag>`.
 * `name` is the language's own name, `inEnglish` its name in the area codes of the banners.
 */
const table = {
  'zh-CN': { name: '简体中文', inEnglish: 'chinese' },
  'en-US': { name: 'English', inEnglish: 'english' },
} as const;

export type Language = keyof typeof table;
export const languages = Object.keys(table) as [Language, ...Language[]];
export const languageName = (language: Language) => table[language].name;
export const languageInEnglish = (language: Language) => table[language].inEnglish;

/** For a browser that states no language. */
export const defaultLanguage: Language = 'zh-CN';
/** For a browser that states only languages we do not have. */
export const fallbackLanguage: Language = 'en-US';

/** Holds the language that the person chose; the page also writes it to test whether cookies work at all. */
export const languageCookie = 'foyer_language';
export const languageHeader = 'X-Tsign-Open-Language';

export const isLanguage = (value: unknown): value is Language => languages.some((language) => language === value);

/** Names exist in Chinese and in Latin letters; every language but Chinese uses the latter. */
export const isChinese = (language: Language) => withoutRegion(language) === 'zh';

export const forEachLanguage = <Value>(make: (language: Language) => Value) =>
  Object.fromEntries(languages.map((language) => [language, make(language)])) as Record<Language, Value>;

/** The chosen language, else the first accepted one that we have, in any of its regions. */
export function languageFor(chosen: string | undefined, accepted: string | undefined): Language {
  if (isLanguage(chosen)) return chosen;
  if (!accepted) return defaultLanguage;
  const preferences = accepted
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
      const weight = parameters.map((p) => /^\s*q=([\d.]+)/.exec(p)?.[1]).find(Boolean);
      return { tag, weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight);
  for (const { tag } of preferences) {
    const found = languages.find((language) => withoutRegion(language) === withoutRegion(tag));
    if (found) return found;
  }
  return fallbackLanguage;
}

const withoutRegion = (tag: string) => tag.split('-', 1)[0];
