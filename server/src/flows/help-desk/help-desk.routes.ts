import { askArticle, askArticles, askChatVisitor, countArticleClick } from '@foyer/contract/flows/help-desk';
import type { Language } from '@foyer/contract/language';
import { pageRoutes } from '@foyer/contract/pages/page-routes';
import type { FastifyInstance } from 'fastify';
import type { House } from '../../services.ts';
import type { Article } from '../../parts/content/content.ts';
import { answer } from '../../http/route.ts';
import { content as limits } from '../../platform/service-limits.ts';
import { budgetKey, budgetStore } from '../../store/budgets.ts';
import { contentStore } from '../../store/content.ts';
import { sessionStore } from '../../store/sessions.ts';

interface Shelf {
  productCode: string;
  areaCode: string;
}

export function helpDeskRoutes(app: FastifyInstance, house: House) {
  const { config, content, database, clock, chance, afterwards, hitLimit } = house;
  const store = contentStore(database.sql);
  const budgets = budgetStore(database.sql, clock);
  const sessions = sessionStore(database.sql, clock, chance, config.limits.session);

  const on = ({ productCode, areaCode }: Shelf, language: Language) =>
    content
      .articles(language)
      .filter(({ area, product }) => area === areaCode && (product === null || product === productCode));

  answer(app, config, askArticles, async ({ pageNo, pageSize, hasCount, explains, ...shelf }, { language }) => {
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

  answer(app, config, askArticle, async ({ id, ...shelf }, { language }) => {
    const article = on(shelf, language).find((one) => one.id === id);
    return article ? { is: 'done', data: { ...listed(article), body: article.body } } : { is: 'notFound' };
  });

  // Nobody waits for it, and whoever asks is told the same whether or not it was counted.
  answer(app, config, countArticleClick, async ({ id, ...shelf }, { language, browser, address }) => {
    const known = on(shelf, language).some((article) => article.id === id);
    if (known && (await hitLimit(address)) === undefined) {
      const once = { most: 1, within: limits.hitCountsOnceIn };
      const key = budgetKey('articleHit', browser ?? address, id);
      afterwards.do('hitNotCounted', async () => {
        if ((await budgets.spend([{ key, rules: [once] }])).is === 'spent') await store.countHit(id, language);
      });
    }
    return { is: 'done', data: null };
  });

  answer(app, config, askChatVisitor, async (_, visitor) => {
    const found = await sessions.find(visitor.sessionToken);
    if (!found) return { is: 'done', data: null };
    const { ouid, name, email, mobile } = found.account;
    visitor.isAccount(ouid);
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
