import { type Api, createApi } from '@foyer/contract/caller';
import { isLanguage } from '@foyer/contract/language';
import type { PageVariant } from '@foyer/contract/page-config';

/** The calls of this page, in the language it speaks at the moment. */
export const createPageApi = (base: string, variant: PageVariant): Api =>
  createApi({
    base,
    language: () => (isLanguage(document.documentElement.lang) ? document.documentElement.lang : variant.language),
    send: (url, init) => fetch(url, init),
  });
