import type { PageName } from '@foyer/contract/pages/page-routes';
import type { Texts } from './dictionary.ts';

export const titleOf = (page: PageName, texts: Texts, brand: string) => `${texts[`page.${page}`] ?? ''} · ${brand}`;
