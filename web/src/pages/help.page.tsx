import { useEffect, useState } from 'react';
import { Article } from '../content/articles/article.tsx';
import { ArticleList } from '../content/articles/article-list.tsx';
import { HelpFoot } from '../content/articles/help-foot.tsx';
import { PlainPage } from '../layout/plain-page.tsx';
import { BackFromReading } from '../parts/back-from-reading.tsx';
import { BackToSignIn } from '../parts/back-to-sign-in.tsx';
import { useTranslate } from '../platform/i18n/texts.ts';
import { usePageContext } from '../platform/page-context.ts';
import { PageHead } from '../ui/page/page-head.tsx';

/** The list of articles, or the article named by `?article=`, whose title is then that of the page. */
export function Page() {
  const t = useTranslate();
  const { variant } = usePageContext();
  const [article, setArticle] = useState<string>();
  const [title, setTitle] = useState<string>();
  useEffect(() => setArticle(new URLSearchParams(location.search).get('article') ?? ''), []);
  return (
    <PlainPage wide>
      {variant.device === 'pc' ? <BackToSignIn /> : <BackFromReading />}
      <PageHead title={title ?? t('page.help')} />
      {article !== undefined && (article ? <Article id={article} onTitle={setTitle} /> : <ArticleList />)}
      <HelpFoot />
    </PlainPage>
  );
}
