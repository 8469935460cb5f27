import { useEffect, useState } from 'react';
import type { RefusalName } from '@foyer/contract/result-codes';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { refusalOf } from '../../platform/api/localize-refusals.ts';
import { type PageContext, usePageContext } from '../../platform/page-context.ts';
import { ArticleLink } from './article-link.tsx';
import css from './explanation.module.css';
import { type ArticleSummary, loadArticles } from './load-articles.ts';

const cache = new Map<string, Promise<ArticleSummary | undefined>>();

/** A link to the article that explains a refusal; nothing where there is none. */
export function Explanation({ text }: { text: string }) {
  const t = useTranslate();
  const page = usePageContext();
  const [found, setFound] = useState<{ text: string; article: ArticleSummary | undefined }>();
  useEffect(() => {
    const refusal = refusalOf(text);
    if (!refusal) return;
    let cancelled = false;
    void articleOn(page, refusal).then((article) => cancelled || setFound({ text, article }));
    return () => {
      cancelled = true;
    };
  }, [page, text]);
  if (found?.text !== text || !found.article) return null;
  return (
    <span className={css.explanation}>
      <ArticleLink article={found.article} from="refusal" label={t('help.explain')} />
    </span>
  );
}

function articleOn(page: PageContext, refusal: RefusalName) {
  const key = `${page.language} ${refusal}`;
  const article = cache.get(key) ?? loadArticles(page, refusal).then((articles) => articles?.[0]);
  cache.set(key, article);
  return article;
}
