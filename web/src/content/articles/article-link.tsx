import { allowedLink } from '@foyer/contract/rules/redirect-rules';
import { track } from '../../platform/analytics/track.ts';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { type Listed, countClick } from './load-articles.ts';

interface Props {
  article: Listed;
  from: 'widget' | 'refusal' | 'helpPage';
}

/** Opens in a tab of its own, so that a form half filled in stays; one that leads nowhere good is words alone. */
export function ArticleLink({ article: { id, title, linkUrl }, from }: Props) {
  const t = useTranslate();
  const visit = usePageContext();
  const link = allowedLink(linkUrl, location.origin);
  if (!link) return title;
  function count() {
    track({ name: 'article_click', from });
    countClick(visit, id);
  }
  return (
    <a href={link} target="_blank" rel="noopener" onClick={count} onAuxClick={count}>
      {title}
      <span className="unseen">{t('login.newTab')}</span>
    </a>
  );
}
