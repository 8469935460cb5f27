import { useTranslate } from '../../platform/i18n/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { nameOf } from './identities.tsx';
import type { Account, Action } from './session.machine.ts';

interface Props {
  account: Account;
  action: Action;
  /** The action is running. */
  busy: boolean;
  onConfirm(): void;
  onCancel(): void;
}

/** Asks before something that the person cannot undo. */
export function ConfirmAction({ account, action, busy, onConfirm, onCancel }: Props) {
  const t = useTranslate();
  const identity = 'id' in action ? account.identities.find(({ id }) => id === action.id) : undefined;
  const name = identity && nameOf(identity.provider, t);
  return (
    <Dialog
      title={name ? t('home.unlink.title', { name }) : t('home.signOutEverywhere.title')}
      lead={name ? t('home.unlink.lead', { name }) : t('home.signOutEverywhere.lead')}
      width={432}
      busy={busy}
      onCancel={onCancel}
    >
      <DialogButtons>
        <Button disabled={busy} onClick={onCancel}>
          {t('common.cancel')}
        </Button>
        <Button kind="danger" busy={busy} onClick={onConfirm}>
          {t(name ? 'home.identities.unlink' : 'home.signOutEverywhere')}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
