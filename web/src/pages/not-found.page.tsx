import { pageRoutes } from '@foyer/contract/pages/page-routes';
import { PlainPage } from '../layout/plain-page.tsx';
import { useTranslate } from '../platform/i18n/texts.ts';
import { ButtonLink } from '../ui/button-link.tsx';
import { PageMessage } from '../ui/page/page-message.tsx';
import { MissingSeal } from '../ui/icons/pictures.tsx';

export function Page() {
  const t = useTranslate();
  return (
    <PlainPage>
      <PageMessage picture={<MissingSeal />} title={t('page.notFound')} lead={t('notFound.text')}>
        <ButtonLink kind="main" href={pageRoutes.login} data-with-account="">
          {t('back.signIn')}
        </ButtonLink>
      </PageMessage>
    </PlainPage>
  );
}
