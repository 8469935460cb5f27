import { useState } from 'react';
import { allowedLink } from '@foyer/contract/rules/redirect-rules';
import { type ArticleSummary, countClick, loadAllArticles } from './load-articles.ts';
import { track } from '../../platform/analytics/track.ts';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { Field } from '../../ui/fields/field.tsx';
import { Loaded } from './loaded.tsx';
import css from './article.module.css';

/** Every article in the page's language. */
export function ArticleList() {
  const t = useTranslate();
  const page = usePageContext();
  return (
    <Loaded key={page.language} load={(signal) => loadAllArticles(page, signal)}>
      {({ data: articles }) => (articles.length ? <Search articles={articles} /> : <p>{t('cs.articles.empty')}</p>)}
    </Loaded>
  );
}

/** Every word that is typed has to be in the title or the summary. */
function Search({ articles }: { articles: readonly ArticleSummary[] }) {
  const t = useTranslate();
  const [typed, setTyped] = useState('');
  const words = typed.toLowerCase().split(/\s+/);
  const found = articles.filter(({ title, summary }) =>
    words.every((word) => `${title} ${summary}`.toLowerCase().includes(word)),
  );
  return (
    <>
      <Field
        label={t('help.search')}
        type="search"
        enterKeyHint="search"
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        note={<span role="status">{found.length ? t('help.lead') : t('help.none')}</span>}
      />
      <ul className={css.list}>
        {found.map((article) => (
          <Entry key={article.id} article={article} />
        ))}
      </ul>
    </>
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
