import { allowedLink } from '@foyer/contract/rules/redirect-rules';
import { track } from '../../platform/analytics/track.ts';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { type ArticleSummary, countClick } from './load-articles.ts';

interface Props {
  article: ArticleSummary;
  from: 'widget' | 'refusal' | 'helpPage';
  /** Shown instead of the title, which only screen readers then have. */
  label?: string;
}

/** Opens in a new tab, so that a half-filled form stays. The title of an article with a forbidden link is text. */
export function ArticleLink({ article: { id, title, linkUrl }, from, label }: Props) {
  const t = useTranslate();
  const page = usePageContext();
  const link = allowedLink(linkUrl, location.origin);
  if (!link) return label ? null : title;
  function count() {
    track({ name: 'article_click', from });
    countClick(page, id);
  }
  return (
    <a href={link} target="_blank" rel="noopener" onClick={count} onAuxClick={count}>
      {label ?? title}
      {label && <span className="visually-hidden"> {title}</span>}
      <span className="visually-hidden">{t('login.newTab')}</span>
    </a>
  );
}
