import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { useTranslate } from '../../platform/i18n/texts.ts';
import type { Account } from '../../parts/account/current-account.ts';
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
  return <ConfirmDialog {...words()} busy={busy} onConfirm={onConfirm} onCancel={onCancel} />;

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
