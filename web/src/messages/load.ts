import type { Language } from '@foyer/contract/language';
import type { PageName } from '@foyer/contract/page-routes';
import type { Texts } from '../platform/texts.ts';

const firsts = {
  'zh-CN': () => import('./first.zh-CN.ts'),
  'en-US': () => import('./first.en-US.ts'),
};
const laters = {
  'zh-CN': () => import('./later.zh-CN.ts'),
  'en-US': () => import('./later.en-US.ts'),
};

/** Only the words of one language travel, and on the sign-in page only its own. */
export async function loadTexts(language: Language, page: PageName): Promise<Texts> {
  if (page === 'login') return (await firsts[language]()).first;
  const [{ first }, { later }] = await Promise.all([firsts[language](), laters[language]()]);
  return { ...first, ...later };
}
