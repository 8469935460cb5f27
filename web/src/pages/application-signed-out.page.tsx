import { pageRoutes } from '@foyer/contract/pages/page-routes';
import { PlainPage } from '../layout/plain-page.tsx';
import { useTranslate } from '../platform/i18n/texts.ts';
import { usePageContext } from '../platform/page-context.ts';
import { ButtonLink } from '../ui/button-link.tsx';
import { PageMessage } from '../ui/page/page-message.tsx';
import { SealedDocument } from '../ui/icons/pictures.tsx';

/** After a sign-out that an application asked for without saying where to return to. */
export function Page() {
  const t = useTranslate();
  const { config, language } = usePageContext();
  return (
    <PlainPage>
      <PageMessage picture={<SealedDocument />} title={t('signedOut.title', { brand: config.brand[language] })}>
        <ButtonLink kind="main" href={pageRoutes.login}>
          {t('signedOut.again')}
        </ButtonLink>
      </PageMessage>
    </PlainPage>
  );
}
