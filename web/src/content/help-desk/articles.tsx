import { useEffect, useState } from 'react';
import { pageRoutes } from '@foyer/contract/pages/page-routes';
import { ArticleLink } from '../articles/article-link.tsx';
import { type ArticleSummary, loadArticles } from '../articles/load-articles.ts';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import css from './help-desk.module.css';
import { headset } from './headset.ts';

/**
 * The suggested articles, loaded from the moment they are wanted; undefined until then, empty when they fail to load.
 */
export function useArticles(wanted: boolean): ArticleSummary[] | undefined {
  const page = usePageContext();
  const { language } = page;
  const [loaded, setLoaded] = useState<{ language: string; articles: ArticleSummary[] }>();
  useEffect(() => {
    if (!wanted) return;
    const leaving = new AbortController();
    void loadArticles(page, leaving.signal).then((reply) => {
      if (!leaving.signal.aborted) setLoaded({ language, articles: reply.is === 'done' ? reply.data.data : [] });
    });
    return () => {
      leaving.abort();
      setLoaded(undefined);
    };
  }, [page, language, wanted]);
  return loaded?.language === language ? loaded.articles : undefined;
}

interface Props {
  articles: ArticleSummary[] | undefined;
  onChat: (() => void) | undefined;
}

/** The list of suggested articles. */
export function Articles({ articles, onChat }: Props) {
  const t = useTranslate();
  return (
    <>
      <h2 className={css.title}>{t('cs.articles')}</h2>
      <div className={css.articles} aria-busy={!articles}>
        {articles?.length === 0 && <p className={css.none}>{t('cs.articles.empty')}</p>}
        <ul>
          {articles?.map((article) => (
            <li key={article.id}>
              <ArticleLink article={article} from="widget" />
            </li>
          ))}
        </ul>
        <a href={pageRoutes.help} target="_blank" rel="noopener">
          {t('help.all')}
          <span className="visually-hidden">{t('login.newTab')}</span>
        </a>
      </div>
      {onChat && (
        <Button onClick={onChat}>
          <Icon d={headset} size={16} />
          {t('cs.consult')}
        </Button>
      )}
    </>
  );
}
