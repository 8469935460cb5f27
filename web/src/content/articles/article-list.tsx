import { allowedLink } from '@foyer/contract/rules/redirect-rules';
import { type ArticleSummary, countClick, loadAllArticles } from './load-articles.ts';
import { track } from '../../platform/analytics/track.ts';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { Loaded } from './loaded.tsx';
import css from './article.module.css';

/** Every article in the page's language. */
export function ArticleList() {
  const t = useTranslate();
  const page = usePageContext();
  const load = async () => {
    const articles = await loadAllArticles(page);
    return articles ? { at: 'loaded' as const, data: articles } : { at: 'failed' as const };
  };
  return (
    <Loaded key={page.language} load={load}>
      {(articles) => (
        <>
          <p>{t(articles.length ? 'help.lead' : 'cs.articles.empty')}</p>
          <ul className={css.list}>
            {articles.map((article) => (
              <Entry key={article.id} article={article} />
            ))}
          </ul>
        </>
      )}
    </Loaded>
  );
}

function Entry({ article: { id, title, summary, linkUrl } }: { article: ArticleSummary }) {
  const page = usePageContext();
  function count() {
    track({ name: 'article_click', from: 'helpPage' });
    countClick(page, id);
  }
  return (
    <li>
      <a href={allowedLink(linkUrl, location.origin)} onClick={count} onAuxClick={count}>
        {title}
      </a>
      <p>{summary}</p>
    </li>
  );
}
