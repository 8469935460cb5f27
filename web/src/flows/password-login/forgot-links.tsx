import { pageRoutes } from '@foyer/contract/pages/page-routes';
import { LinkWithAccount } from '../../parts/link-with-account.tsx';
import { useTexts } from '../../platform/i18n/texts.ts';
import { useVisit } from '../../platform/page-context.ts';
import css from './forgot-links.module.css';

/** A phone's own browser has no room for them; another app's window has the password's below the form. */
export function ForgotLinks() {
  const say = useTexts();
  const { variant } = useVisit();
  if (variant.device === 'mobileWeb') return null;
  return (
    <p className={css.links}>
      <LinkWithAccount to={pageRoutes.findAccount} newTab>
        {say('login.forgotAccount')}
      </LinkWithAccount>
      {variant.device !== 'h5' && (
        <LinkWithAccount to={pageRoutes.retrieve} newTab>
          {say('login.forgotPassword')}
        </LinkWithAccount>
      )}
    </p>
  );
}
