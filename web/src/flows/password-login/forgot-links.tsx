import { pageRoutes } from '@foyer/contract/page-routes';
import { useTexts } from '../../platform/texts.ts';
import { useVisit } from '../../platform/visit.ts';
import css from './forgot-links.module.css';

/** A phone's own browser has no room for them. */
export function ForgotLinks() {
  const say = useTexts();
  const { variant } = useVisit();
  if (variant.device === 'mobileWeb') return null;
  const link = (href: string, words: string) => (
    <a href={href} target="_blank" rel="noopener">
      {words}
      <span className="unseen">{say('login.newTab')}</span>
    </a>
  );
  return (
    <p className={css.links}>
      {link(pageRoutes.findAccount, say('login.forgotAccount'))}
      {link(pageRoutes.retrieve, say('login.forgotPassword'))}
    </p>
  );
}
