import type { Language } from '../language.ts';
import type { PageVariant } from '../pages/page-config.ts';
import type { PageName } from '../pages/page-routes.ts';
import type { first } from './zh-CN/first.ts';
import type { later } from './zh-CN/later.ts';

/** The Chinese files define the keys; a key that another language lacks does not compile. */
export type FirstTexts = Record<keyof typeof first, string>;
export type LaterTexts = Record<keyof typeof later, string>;
export type TextKey = keyof FirstTexts | keyof LaterTexts;
/** The loaded texts of a language: those of the first load, or all of them. */
export type Texts = Partial<Record<TextKey, string>>;

/** The sign-in page starts with the texts that it shows; all others load when something else is shown. */
export type Tier = 'first' | 'all';
export const tierOf = ({ page, sso }: PageVariant): Tier => (page === 'login' && !sso ? 'first' : 'all');

const loadFirst = (language: Language): Promise<{ first: FirstTexts }> => import(`./${language}/first.ts`);
const loadLater = (language: Language): Promise<{ later: LaterTexts }> => import(`./${language}/later.ts`);

/** Loads the texts of one language only. */
export async function loadTexts(language: Language, tier: Tier): Promise<Texts> {
  if (tier === 'first') return (await loadFirst(language)).first;
  const [{ first }, later] = await Promise.all([loadFirst(language), loadLaterTexts(language)]);
  return { ...first, ...later };
}

/** Loads the texts that a page of the first tier does not start with. */
export const loadLaterTexts = async (language: Language): Promise<Texts> => (await loadLater(language)).later;

export const titleOf = (page: PageName, texts: Texts, brand: string) => `${texts[`page.${page}`] ?? ''} · ${brand}`;
