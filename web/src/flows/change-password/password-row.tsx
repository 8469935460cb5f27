import { useState } from 'react';
import { useCurrentAccount } from '../../parts/account/current-account.ts';
import { leaveEndedSession } from '../../parts/account/ended-session.ts';
import { useCheckupAction } from '../../parts/account/checkup-actions.ts';
import { shortTime, useTranslate } from '../../platform/i18n/texts.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { accountIcons } from '../../ui/icons/account-icons.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { Row } from '../../ui/page/panel.tsx';
import { useToast } from '../../ui/dialogs/toast.tsx';
import { ChangePassword } from './change-password.tsx';

/** Whether the account has a password, and since when. */
export function PasswordRow() {
  const t = useTranslate();
  const toast = useToast();
  const { language } = usePageContext();
  const { account, reload } = useCurrentAccount();
  const [open, setOpen] = useState(false);
  const { password: hasPassword = false, passwordChangedAt } = account.security;
  useCheckupAction('password', () => setOpen(true));
  const changed = () => {
    setOpen(false);
    reload();
    toast(t('password.changed'));
  };
  const note = !hasPassword
    ? t('password.none')
    : passwordChangedAt
      ? t('password.changedAt', { time: shortTime(passwordChangedAt, language) })
      : t('password.set');

  return (
    <>
      <Row icon={<Icon d={accountIcons.lock} />} title={t('password.title')} note={note}>
        <Button
          aria-label={`${t(hasPassword ? 'password.change' : 'password.add')}: ${t('password.title')}`}
          onClick={() => setOpen(true)}
        >
          {t(hasPassword ? 'password.change' : 'password.add')}
        </Button>
      </Row>
      {open && (
        <ChangePassword
          account={account.mobile ?? account.email}
          hasPassword={hasPassword}
          onChanged={changed}
          onSignedOut={leaveEndedSession}
          onCancel={() => setOpen(false)}
        />
      )}
    </>
  );
}
