import { useEffect, useState } from 'react';
import type { RefusalName } from '@foyer/contract/result-codes';
import { refusalOf } from '../../platform/api/localize-refusals.ts';
import { type PageContext, usePageContext } from '../../platform/page-context.ts';
import { ArticleLink } from './article-link.tsx';
import css from './explanation.module.css';
import { type Listed, loadArticles } from './load-articles.ts';

const known = new Map<string, Promise<Listed | undefined>>();

/** Beside what the service has refused, the article that explains it; nothing where there is none. */
export function Explanation({ words }: { words: string }) {
  const visit = usePageContext();
  const [found, setFound] = useState<{ words: string; article: Listed | undefined }>();
  useEffect(() => {
    const refusal = refusalOf(words);
    if (!refusal) return;
    let gone = false;
    void articleOn(visit, refusal).then((article) => gone || setFound({ words, article }));
    return () => {
      gone = true;
    };
  }, [visit, words]);
  if (found?.words !== words || !found.article) return null;
  return (
    <span className={css.explanation}>
      <ArticleLink article={found.article} from="refusal" />
    </span>
  );
}

function articleOn(visit: PageContext, refusal: RefusalName) {
  const key = `${visit.language} ${refusal}`;
  const asked = known.get(key) ?? loadArticles(visit, refusal).then((articles) => articles?.[0]);
  known.set(key, asked);
  return asked;
}
