import { getArticle, getArticles, getChatVisitor, countArticleClick } from '@foyer/contract/flows/help-desk';
import type { Language } from '@foyer/contract/language';
import { pageRoutes } from '@foyer/contract/pages/page-routes';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import type { Article } from '../../parts/content/content.ts';
import { handleCall } from '../../http/route.ts';
import { content as limits } from '../../platform/service-limits.ts';
import { budgetKey, budgetStore } from '../../store/budgets.ts';
import { contentStore } from '../../store/content.ts';
import { sessionStore } from '../../store/sessions.ts';

interface Shelf {
  productCode: string;
  areaCode: string;
}

export function helpDeskRoutes(app: FastifyInstance, services: Services) {
  const { config, content, database, clock, random, backgroundTasks, clickRateLimit } = services;
  const store = contentStore(database.sql);
  const budgets = budgetStore(database.sql, clock);
  const sessions = sessionStore(database.sql, clock, random, config.limits.session);

  const on = ({ productCode, areaCode }: Shelf, language: Language) =>
    content
      .articles(language)
      .filter(({ area, product }) => area === areaCode && (product === null || product === productCode));

  handleCall(app, config, getArticles, async ({ pageNo, pageSize, hasCount, explains, ...shelf }, { language }) => {
    const fitting = on(shelf, language).filter((article) => !explains || article.explains.includes(explains));
    const start = (pageNo - 1) * pageSize;
    return {
      is: 'done',
      data: {
        data: fitting.slice(start, start + pageSize).map(listed),
        ...(hasCount && { count: fitting.length }),
      },
    };
  });

  handleCall(app, config, getArticle, async ({ id, ...shelf }, { language }) => {
    const article = on(shelf, language).find((one) => one.id === id);
    return article ? { is: 'done', data: { ...listed(article), body: article.body } } : { is: 'notFound' };
  });

  // Nobody waits for it, and whoever asks is told the same whether or not it was counted.
  handleCall(app, config, countArticleClick, async ({ id, ...shelf }, { language, browserId, clientIp }) => {
    const known = on(shelf, language).some((article) => article.id === id);
    if (known && (await clickRateLimit(clientIp)) === undefined) {
      const once = { most: 1, within: limits.hitInterval };
      const key = budgetKey('articleHit', browserId ?? clientIp, id);
      backgroundTasks.run('hitNotCounted', async () => {
        if ((await budgets.spend([{ key, rules: [once] }])).is === 'spent') await store.countHit(id, language);
      });
    }
    return { is: 'done', data: null };
  });

  handleCall(app, config, getChatVisitor, async (_, context) => {
    const found = await sessions.find(context.sessionToken);
    if (!found) return { is: 'done', data: null };
    const { ouid, name, email, mobile } = found.account;
    context.setLoggedAccount(ouid);
    return {
      is: 'done',
      data: { uuid: ouid, ...(name && { name }), ...(email && { email }), ...(mobile && { mobile }) },
    };
  });
}

const listed = ({ id, title, summary, link }: Article) => ({
  id,
  title,
  summary,
  linkUrl: link ?? `${pageRoutes.help}?${new URLSearchParams({ article: id })}`,
});
