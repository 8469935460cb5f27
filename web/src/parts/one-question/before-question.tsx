import type { Failure } from '../../platform/i18n/failure.ts';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/dialogs/notice.tsx';
import { PageMessage } from '../../ui/page/page-message.tsx';
import { OfferDevice } from '../offer/offer.tsx';

interface Props {
  /** The title of the page. */
  title: string;
  /** Why the question could not be loaded. */
  failure?: Failure;
  onRetry?(): void;
}

/** Stands where a question about a device will be, while it is loaded or when it could not be. */
export function BeforeQuestion({ title, failure, onRetry }: Props) {
  const t = useTranslate();
  return (
    <PageMessage picture={<OfferDevice />} title={title}>
      {failure ? (
        <>
          <Notice failure={failure} />
          <Button kind="main" onClick={onRetry}>
            {t('common.retry')}
          </Button>
        </>
      ) : (
        <p role="status">{t('common.loading')}</p>
      )}
    </PageMessage>
  );
}
