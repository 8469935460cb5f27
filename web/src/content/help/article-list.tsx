import { allowedLink } from '@foyer/contract/rules/redirect-rules';
import { type Listed, countClick, loadAllArticles } from '../articles/load-articles.ts';
import { track } from '../../platform/analytics/track.ts';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { AskedPart } from './asked-part.tsx';
import css from './article.module.css';

/** Every article of the language that the page speaks. */
export function ArticleList() {
  const t = useTranslate();
  const visit = usePageContext();
  const ask = async () => {
    const articles = await loadAllArticles(visit);
    return articles ? { at: 'shown' as const, found: articles } : { at: 'failed' as const };
  };
  return (
    <AskedPart key={visit.language} ask={ask}>
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
    </AskedPart>
  );
}

function Entry({ article: { id, title, summary, linkUrl } }: { article: Listed }) {
  const visit = usePageContext();
  function count() {
    track({ name: 'article_click', from: 'helpPage' });
    countClick(visit, id);
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
