import type { DataOf } from '@foyer/contract/call';
import { getArticles, countArticleClick } from '@foyer/contract/flows/help-desk';
import { articles } from '@foyer/contract/limits';
import type { RefusalName } from '@foyer/contract/result-codes';
import type { PageContext } from '../../platform/page-context.ts';

export type Listed = DataOf<typeof getArticles>['data'][number];

const areaCode = 'login_page';
export const shelfOf = ({ config: { productCode } }: PageContext) => ({ productCode, areaCode }) as const;

/** The first articles of the page's language, or those that explain a refusal. */
export const loadArticles = (visit: PageContext, explains?: RefusalName) =>
  load(visit, { pageSize: articles.pageSize, ...(explains && { explains }) });

export const loadAllArticles = (visit: PageContext) => load(visit, { pageSize: articles.maxPageSize });

async function load(
  visit: PageContext,
  which: { pageSize: number; explains?: RefusalName },
): Promise<Listed[] | undefined> {
  const ask = { ...shelfOf(visit), pageNo: articles.pageNo, hasCount: false, ...which };
  const reply = await visit.api(getArticles, ask);
  return reply.is === 'done' ? reply.data.data : undefined;
}

/** Nobody waits for it, and nobody is told if it fails. */
export const countClick = (visit: PageContext, id: string) =>
  void visit.api(countArticleClick, { id, ...shelfOf(visit) });
