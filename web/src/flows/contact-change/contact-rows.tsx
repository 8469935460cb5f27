import { useState } from 'react';
import type { ContactKind } from '@foyer/contract/flows/contact-change';
import { useCurrentAccount } from '../../parts/account/current-account.ts';
import { leaveEndedSession } from '../../parts/account/ended-session.ts';
import { spacedMobile } from '../../parts/account/spaced-mobile.ts';
import { useCheckupAction } from '../../parts/account/checkup-actions.ts';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { accountIcons } from '../../ui/icons/account-icons.ts';
import { Icon } from '../../ui/icons/icon.tsx';
import { Row } from '../../ui/page/panel.tsx';
import { RowActions } from '../../ui/page/row-actions.tsx';
import { useToast } from '../../ui/dialogs/toast.tsx';
import { ChangeContact } from './change-contact.tsx';
import { RemoveContact } from './remove-contact.tsx';

/** The mobile number and the e-mail address of the account. */
export const ContactRows = () => (
  <>
    <ContactRow kind="mobile" />
    <ContactRow kind="email" />
  </>
);

function ContactRow({ kind }: { kind: ContactKind }) {
  const t = useTranslate();
  const toast = useToast();
  const { account, reload } = useCurrentAccount();
  const [open, setOpen] = useState<'change' | 'remove'>();
  useCheckupAction(kind, () => setOpen('change'));
  const contact = account[kind];
  const isOnly = !account[kind === 'mobile' ? 'email' : 'mobile'];
  const name = t(`contact.${kind}`);
  const change = { name: t(contact ? 'contact.change' : 'contact.add'), onPress: () => setOpen('change') };
  const remove = { name: t('contact.remove'), onPress: () => setOpen('remove') };
  const close = () => setOpen(undefined);
  function end(text: 'contact.changed' | 'contact.removed') {
    close();
    reload();
    toast(t(text));
  }

  return (
    <>
      <Row
        icon={<Icon d={kind === 'mobile' ? accountIcons.phone : accountIcons.mail} />}
        title={name}
        note={contact ? spacedMobile(contact) : t('contact.none')}
      >
        <RowActions of={name} actions={contact && !isOnly ? [change, remove] : [change]} />
      </Row>
      {open === 'change' && (
        <ChangeContact
          kind={kind}
          current={contact}
          onChanged={() => end('contact.changed')}
          onSignedOut={leaveEndedSession}
          onCancel={close}
        />
      )}
      {open === 'remove' && contact && (
        <RemoveContact
          kind={kind}
          contact={contact}
          onRemoved={() => end('contact.removed')}
          onSignedOut={leaveEndedSession}
          onCancel={close}
        />
      )}
    </>
  );
}
