import { useState } from 'react';
import { useCurrentAccount } from '../../parts/account/current-account.ts';
import { leaveEndedSession } from '../../parts/account/ended-session.ts';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { accountIcons } from '../../ui/icons/account-icons.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { Row } from '../../ui/page/panel.tsx';
import { useToast } from '../../ui/dialogs/toast.tsx';
import { ChangeName } from './change-name.tsx';

/** The name of the person. One that is on record is not theirs to change. */
export function NameRow() {
  const t = useTranslate();
  const toast = useToast();
  const { account, reload } = useCurrentAccount();
  const [open, setOpen] = useState(false);
  const { name, canChangeName } = account;
  const action = t(name ? 'contact.change' : 'contact.add');
  function changed() {
    setOpen(false);
    reload();
    toast(t('name.changed'));
  }

  return (
    <>
      <Row icon={<Icon d={accountIcons.user} />} title={t('name.title')} note={name ?? t('contact.none')}>
        {canChangeName && (
          <Button aria-label={`${action}: ${t('name.title')}`} onClick={() => setOpen(true)}>
            {action}
          </Button>
        )}
      </Row>
      {open && (
        <ChangeName name={name} onChanged={changed} onSignedOut={leaveEndedSession} onCancel={() => setOpen(false)} />
      )}
    </>
  );
}
