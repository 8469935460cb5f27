import type { Language } from '@foyer/contract/language';
import type { PageVariant } from '@foyer/contract/pages/page-config';
import type { Texts } from './dictionary.ts';

const firsts = {
  'zh-CN': () => import('./first.zh-CN.ts'),
  'en-US': () => import('./first.en-US.ts'),
};
const laters = {
  'zh-CN': () => import('./later.zh-CN.ts'),
  'en-US': () => import('./later.en-US.ts'),
};

/** The sign-in page starts with its own words; all of them come when something else is shown. */
export type Tier = 'first' | 'all';
export const tierOf = ({ page, sso }: PageVariant): Tier => (page === 'login' && !sso ? 'first' : 'all');

/** Only the words of one language travel. */
export async function loadTexts(language: Language, tier: Tier): Promise<Texts> {
  if (tier === 'first') return (await firsts[language]()).first;
  const [{ first }, { later }] = await Promise.all([firsts[language](), laters[language]()]);
  return { ...first, ...later };
}
