import { PlainPage } from '../layout/plain-page.tsx';
import { useTranslate } from '../platform/i18n/texts.ts';
import { ButtonLink } from '../ui/button-link.tsx';
import { Icon } from '../ui/icons/icon.tsx';
import { laterIcons } from '../ui/icons/later-icons.ts';
import { PageMessage } from '../ui/page/page-message.tsx';
import { CutLine } from '../ui/icons/pictures.tsx';

/** An empty link reloads the URL in the address bar, which is that of the page that did not load. */
const reload = '';

/** Works without scripts, which may not load offline. */
export function Page() {
  const t = useTranslate();
  return (
    <PlainPage>
      <PageMessage picture={<CutLine />} title={t('page.offline')} lead={t('offline.text')}>
        <ButtonLink kind="main" href={reload}>
          <Icon d={laterIcons.refresh} size={16} />
          {t('common.retry')}
        </ButtonLink>
      </PageMessage>
    </PlainPage>
  );
}
