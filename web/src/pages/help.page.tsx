import { useEffect, useState } from 'react';
import { Article } from '../content/articles/article.tsx';
import { ArticleList } from '../content/articles/article-list.tsx';
import { PlainPage } from '../layout/plain-page.tsx';
import { BackFromReading } from '../parts/back-from-reading.tsx';
import { BackToSignIn } from '../parts/back-to-sign-in.tsx';
import { useTranslate } from '../platform/i18n/texts.ts';
import { usePageContext } from '../platform/page-context.ts';
import { PageHead } from '../ui/page/page-head.tsx';
import css from './help.module.css';

/** The list of articles, or the article named by `?article=`. */
export function Page() {
  const t = useTranslate();
  const { config, variant } = usePageContext();
  const [article, setArticle] = useState<string>();
  useEffect(() => setArticle(new URLSearchParams(location.search).get('article') ?? ''), []);
  return (
    <PlainPage wide>
      {variant.device === 'pc' ? <BackToSignIn /> : <BackFromReading />}
      <PageHead title={t('page.help')} />
      {article !== undefined && (article ? <Article id={article} /> : <ArticleList />)}
      <p className={css.stuck}>
        {t('help.stillStuck')} <a href={`mailto:${config.support}`}>{config.support}</a>
      </p>
    </PlainPage>
  );
}
