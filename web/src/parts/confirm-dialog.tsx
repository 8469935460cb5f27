import { dialogWidths } from '@foyer/contract/layout-sizes';
import { type Failure } from '../platform/i18n/failure.ts';
import { useTranslate } from '../platform/i18n/texts.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialogs/dialog.tsx';
import { DialogButtons } from '../ui/dialogs/dialog-buttons.tsx';
import { Notice } from '../ui/dialogs/notice.tsx';

interface Props {
  title: string;
  lead: string;
  confirm: string;
  busy?: boolean;
  failure?: Failure | undefined;
  onConfirm(): void;
  onCancel(): void;
}

/** Asks before something that cannot be undone. */
export function ConfirmDialog({ title, lead, confirm, busy = false, failure, onConfirm, onCancel }: Props) {
  const t = useTranslate();
  return (
    <Dialog title={title} lead={lead} width={dialogWidths.confirm} busy={busy} onCancel={onCancel}>
      <Notice failure={failure} />
      <DialogButtons>
        <Button disabled={busy} onClick={onCancel}>
          {t('common.cancel')}
        </Button>
        <Button kind="danger" busy={busy} onClick={onConfirm}>
          {confirm}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
