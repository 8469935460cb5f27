import { useState } from 'react';
import { type ContactKind, removeContact } from '@foyer/contract/flows/contact-change';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { useFreshProof } from '../../parts/fresh-proof/fresh-proof.tsx';
import { type Failure, failureOf } from '../../platform/i18n/failure.ts';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { runTask } from '../../platform/run-task.ts';

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
    <ConfirmDialog
      title={t('contact.removeTitle', { contact })}
      lead={t('contact.removeLead')}
      confirm={t(busy ? 'contact.removing' : 'contact.remove')}
      busy={busy}
      failure={state.at === 'asking' ? state.failure : undefined}
      onConfirm={() => runTask(remove, (failure) => setState({ at: 'asking', failure }))}
      onCancel={onCancel}
    />
  );
}
