import { useTranslate } from '../../platform/i18n/texts.ts';
import type { Account } from '../../parts/account/current-account.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { nameOf } from './identity-name.ts';
import type { Action } from './session.machine.ts';

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
  const { title, lead, confirm } = words();
  return (
    <Dialog title={title} lead={lead} width={432} busy={busy} onCancel={onCancel}>
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

  function words() {
    if (identity) {
      const name = nameOf(identity.provider, t);
      return {
        title: t('home.unlink.title', { name }),
        lead: t('home.unlink.lead', { name }),
        confirm: t('home.identities.unlink'),
      };
    }
    const key = action.type === 'signOutOthers' ? 'home.signOutOthers' : 'home.signOutEverywhere';
    return { title: t(`${key}.title`), lead: t(`${key}.lead`), confirm: t(key) };
  }
}
