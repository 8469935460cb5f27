import type { PageName } from '@foyer/contract/page-routes';
import type { Texts } from '../platform/texts.ts';

export const titleOf = (page: PageName, texts: Texts, brand: string) => `${texts[`page.${page}`] ?? ''} · ${brand}`;
