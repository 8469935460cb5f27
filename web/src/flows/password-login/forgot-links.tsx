import { pageRoutes } from '@foyer/contract/pages/page-routes';
import { LinkWithAccount } from '../../parts/link-with-account.tsx';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { usePageContext } from '../../platform/page-context.ts';

/** Not in a phone browser, where the specification has neither link. */
export function ForgotAccount() {
  const t = useTranslate();
  const { variant, config } = usePageContext();
  if (variant.device === 'mobileWeb' || !config.methods.retrieve) return null;
  return (
    <LinkWithAccount to={pageRoutes.findAccount} newTab>
      {t('login.forgotAccount')}
    </LinkWithAccount>
  );
}

/** Inside another app the link is below the form. */
export function ForgotPassword() {
  const t = useTranslate();
  const { variant, config } = usePageContext();
  if (variant.device === 'mobileWeb' || variant.device === 'h5' || !config.methods.retrieve) return null;
  return (
    <LinkWithAccount to={pageRoutes.retrieve} newTab>
      {t('login.forgotPassword')}
    </LinkWithAccount>
  );
}
