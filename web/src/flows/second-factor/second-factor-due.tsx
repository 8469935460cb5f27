import { dialogWidths } from '@foyer/contract/layout-sizes';
import { dayOf, useTranslate } from '../../platform/i18n/texts.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogButtons } from '../../ui/dialogs/dialog-buttons.tsx';

interface Props {
  /** From then on the operator requires a second factor. */
  dueBy: string;
  onNow(): void;
  onLater(): void;
}

/** Says in the grace period that a second factor will be required. The person is signed in. */
export function SecondFactorDue({ dueBy, onNow, onLater }: Props) {
  const t = useTranslate();
  const { language } = usePageContext();
  return (
    <Dialog
      title={t('due.title')}
      lead={t('due.lead', { day: dayOf(dueBy, language) })}
      width={dialogWidths.secondFactor}
      onCancel={onLater}
    >
      <DialogButtons>
        <Button onClick={onLater}>{t('due.later')}</Button>
        <Button kind="main" onClick={onNow}>
          {t('due.now')}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
