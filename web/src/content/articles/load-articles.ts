import type { DataOf } from '@foyer/contract/call';
import { countArticleClick, getArticles } from '@foyer/contract/flows/help-desk';
import { articles } from '@foyer/contract/limits';
import type { RefusalName } from '@foyer/contract/result-codes';
import type { PageContext } from '../../platform/page-context.ts';

export type ArticleSummary = DataOf<typeof getArticles>['data'][number];

export const articleArea = ({ config: { productCode } }: PageContext) =>
  ({ productCode, areaCode: 'login_page' }) as const;

/** The first articles in the page's language, or those that explain a refusal. */
export const loadArticles = (page: PageContext, signal?: AbortSignal, explains?: RefusalName) =>
  load(page, { pageSize: articles.pageSize, ...(explains && { explains }) }, signal);

export const loadAllArticles = (page: PageContext, signal: AbortSignal) =>
  load(page, { pageSize: articles.maxPageSize }, signal);

function load(page: PageContext, filter: { pageSize: number; explains?: RefusalName }, signal?: AbortSignal) {
  const request = { ...articleArea(page), pageNo: articles.pageNo, hasCount: false, ...filter };
  return page.api(getArticles, request, signal && { signal });
}

/** Runs in the background; a failure is ignored. */
export const countClick = (page: PageContext, id: string) =>
  void page.api(countArticleClick, { id, ...articleArea(page) });
