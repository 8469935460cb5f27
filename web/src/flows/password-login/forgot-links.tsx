import { pageRoutes } from '@foyer/contract/pages/page-routes';
import { LinkWithAccount } from '../../parts/link-with-account.tsx';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { usePageContext } from '../../platform/page-context.ts';
import css from './forgot-links.module.css';

/** A phone browser has no room for these links; inside another app the password link is below the form. */
export function ForgotLinks() {
  const t = useTranslate();
  const { variant, config } = usePageContext();
  if (variant.device === 'mobileWeb' || !config.methods.retrieve) return null;
  return (
    <p className={css.links}>
      <LinkWithAccount to={pageRoutes.findAccount} newTab>
        {t('login.forgotAccount')}
      </LinkWithAccount>
      {variant.device !== 'h5' && (
        <LinkWithAccount to={pageRoutes.retrieve} newTab>
          {t('login.forgotPassword')}
        </LinkWithAccount>
      )}
    </p>
  );
}
