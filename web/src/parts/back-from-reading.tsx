import { pageRoutes } from '@foyer/contract/pages/page-routes';
import { useTranslate } from '../platform/i18n/texts.ts';
import { BackLink } from '../ui/page/back.tsx';

/** On a phone, where the back button of a web view may close it: to the page before, and from a new tab to sign-in. */
export function BackFromReading() {
  const t = useTranslate();
  return (
    <BackLink href={pageRoutes.login} data-with-account="" data-goes-back="">
      {t('back.page')}
    </BackLink>
  );
}
