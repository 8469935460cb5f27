import { useEffect, useState } from 'react';
import { Article } from '../flows/help/article.tsx';
import { ArticleList } from '../flows/help/article-list.tsx';
import { BackToSignIn } from '../frame/back-to-sign-in.tsx';
import { PlainPage } from '../frame/plain-page.tsx';
import { useTexts } from '../platform/texts.ts';
import { useVisit } from '../platform/visit.ts';
import css from './help.module.css';

/** Every article, or with `?article=` the one that is asked for. */
export function HelpPage() {
  const say = useTexts();
  const { config } = useVisit();
  const [wanted, setWanted] = useState<string>();
  useEffect(() => setWanted(new URLSearchParams(location.search).get('article') ?? ''), []);
  return (
    <PlainPage title={say('page.help')} wide>
      {wanted !== undefined && (wanted ? <Article id={wanted} /> : <ArticleList />)}
      <p className={css.stuck}>
        {say('help.stillStuck')} <a href={`mailto:${config.support}`}>{config.support}</a>
      </p>
      <BackToSignIn />
    </PlainPage>
  );
}
