import { pageRoutes } from '@foyer/contract/pages/page-routes';
import { useCurrentAccount } from '../../parts/account/current-account.ts';
import { useCheckupActions } from '../../parts/account/checkup-actions.ts';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { navigate } from '../../platform/navigation/navigate.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogButtons } from '../../ui/dialogs/dialog-buttons.tsx';
import css from './recent-activity.module.css';

interface Props {
  /** A session was open, and has ended. */
  sessionEnded: boolean;
  onEnd(): void;
}

/** Leads a person through securing the account after something that they did not do. */
export function SecureAccount({ sessionEnded, onEnd }: Props) {
  const t = useTranslate();
  const changePassword = useCheckupActions().get('password');
  const { security } = useCurrentAccount().account;
  const go = (id: string) => {
    onEnd();
    document.getElementById(id)?.scrollIntoView();
  };
  return (
    <Dialog
      title={t('secure.title')}
      lead={t(sessionEnded ? 'secure.ended' : 'secure.lead')}
      width={464}
      closeLabel={t('common.close')}
      onCancel={onEnd}
    >
      <ol className={css.steps}>
        <li>
          {t(security.password === false ? 'secure.setPassword' : 'secure.password')}
          <Button
            onClick={() => {
              onEnd();
              if (changePassword) changePassword();
              else navigate(pageRoutes.retrieve);
            }}
          >
            {t('secure.password.go')}
          </Button>
        </li>
        <li>
          {t('secure.factors')}
          <Button onClick={() => go('checkup')}>{t('secure.look')}</Button>
        </li>
        <li>
          {t('secure.devices')}
          <Button onClick={() => go('devices')}>{t('secure.look')}</Button>
        </li>
      </ol>
      <DialogButtons>
        <Button kind="main" onClick={onEnd}>
          {t('secure.end')}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
