import { useState } from 'react';
import { type ContactKind, removeContact } from '@foyer/contract/flows/contact-change';
import { dialogWidths } from '@foyer/contract/limits';
import { useFreshProof } from '../../parts/fresh-proof/fresh-proof.tsx';
import { type Failure, failureOf, failureText } from '../../platform/i18n/failure.ts';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Notice } from '../../ui/notice.tsx';

interface Props {
  kind: ContactKind;
  contact: string;
  onRemoved(): void;
  onSignedOut(): void;
  onCancel(): void;
}

type RemoveState = { at: 'asking'; failure?: Failure } | { at: 'removing' };

/** Asks before a mobile number or an e-mail address is removed. */
export function RemoveContact({ kind, contact, onRemoved, onSignedOut, onCancel }: Props) {
  const t = useTranslate();
  const { api } = usePageContext();
  const { run } = useFreshProof();
  const [state, setState] = useState<RemoveState>({ at: 'asking' });
  const busy = state.at === 'removing';

  async function remove() {
    setState({ at: 'removing' });
    const reply = await run(() => api(removeContact, { kind }));
    if (reply.is === 'done') return onRemoved();
    if (reply.is === 'notSignedIn') return onSignedOut();
    setState({ at: 'asking', ...(reply.is !== 'cancelled' && { failure: failureOf(reply) }) });
  }

  return (
    <Dialog
      title={t('contact.removeTitle', { contact })}
      lead={t('contact.removeLead')}
      width={dialogWidths.oneClick}
      busy={busy}
      onCancel={onCancel}
    >
      <Notice>{state.at === 'asking' && state.failure && failureText(t, state.failure)}</Notice>
      <DialogButtons>
        <Button disabled={busy} onClick={onCancel}>
          {t('common.cancel')}
        </Button>
        <Button kind="danger" busy={busy} onClick={() => void remove()}>
          {t(busy ? 'contact.removing' : 'contact.remove')}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
