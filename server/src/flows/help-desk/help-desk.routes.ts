import { getArticle, getArticles, getChatVisitor, countArticleClick } from '@foyer/contract/flows/help-desk';
import type { Language } from '@foyer/contract/language';
import { pageRoutes } from '@foyer/contract/pages/page-routes';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import type { Article } from '../../parts/content/content.ts';
import { handleCall } from '../../parts/access/handle-call.ts';
import { content as limits } from '../../parts/content/content-shape.ts';
import { sha256 } from '../../platform/sha256.ts';
import { nameIn } from '../../platform/masking.ts';

interface ArticleFilter {
  productCode: string;
  areaCode: string;
}

export function helpDeskRoutes(server: FastifyInstance, services: Services) {
  const { content, stores, backgroundTasks, clickRateLimit } = services;

  const articlesFor = ({ productCode, areaCode }: ArticleFilter, language: Language) =>
    content
      .articles(language)
      .filter(({ area, product }) => area === areaCode && (product === null || product === productCode));

  handleCall(
    server,
    services,
    getArticles,
    async ({ pageNo, pageSize, hasCount, explains, ...filter }, { language }) => {
      const found = articlesFor(filter, language).filter((article) => !explains || article.explains.includes(explains));
      const start = (pageNo - 1) * pageSize;
      return {
        is: 'done',
        data: {
          data: found.slice(start, start + pageSize).map(summaryOf),
          ...(hasCount && { count: found.length }),
        },
      };
    },
  );

  handleCall(server, services, getArticle, async ({ id, ...filter }, { language }) => {
    const article = articlesFor(filter, language).find((one) => one.id === id);
    return article ? { is: 'done', data: { ...summaryOf(article), body: article.body } } : { is: 'notFound' };
  });

  // Counted in the background; the response is the same whether or not the click was counted.
  handleCall(server, services, countArticleClick, async ({ id, ...filter }, { language, browserId, clientIp }) => {
    const exists = articlesFor(filter, language).some((article) => article.id === id);
    if (exists && (await clickRateLimit(clientIp)) === undefined) {
      const key = sha256('articleHit', browserId ?? clientIp, id);
      const once = { key, limits: [{ max: 1, window: limits.hitInterval }] };
      backgroundTasks.run('hitNotCounted', async () => {
        if ((await stores.quotas.consume([once])).is === 'consumed') await stores.content.countHit(id, language);
      });
    }
    return { is: 'done', data: null };
  });

  handleCall(server, services, getChatVisitor, async (_, context, current) => {
    if (!current) return { is: 'done', data: null };
    const { ouid, email, mobile } = current.account;
    const name = nameIn(context.language, current.account);
    return {
      is: 'done',
      data: { uuid: ouid, ...(name && { name }), ...(email && { email }), ...(mobile && { mobile }) },
    };
  });
}

const summaryOf = ({ id, title, summary, link }: Article) => ({
  id,
  title,
  summary,
  linkUrl: link ?? `${pageRoutes.help}?${new URLSearchParams({ article: id })}`,
});
