import { type FormEvent, useRef, useState } from 'react';
import { dialogWidths } from '@foyer/contract/layout-sizes';
import { longest } from '@foyer/contract/limits';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { type Failure } from '../../platform/i18n/failure.ts';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogButtons } from '../../ui/dialogs/dialog-buttons.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Notice } from '../../ui/dialogs/notice.tsx';
import { useProblem } from '../../ui/fields/problem.ts';

interface RenameProps {
  name: string;
  busy: boolean;
  failure: Failure | undefined;
  onSave(name: string): void;
  onCancel(): void;
}

export function RenamePasskey({ name, busy, failure, onSave, onCancel }: RenameProps) {
  const t = useTranslate();
  const input = useRef<HTMLInputElement>(null);
  const [attempt, setAttempt] = useState({ isEmpty: false });
  const problem = useProblem(attempt, attempt.isEmpty ? t('passkey.rename.empty') : undefined);

  function save(event: FormEvent) {
    event.preventDefault();
    const typed = input.current!.value.trim();
    if (typed) onSave(typed);
    else setAttempt({ isEmpty: true });
  }

  return (
    <Dialog title={t('passkey.rename.title')} width={dialogWidths.passkey} busy={busy} onCancel={onCancel}>
      <form noValidate onSubmit={save}>
        <Field
          ref={input}
          name="name"
          label={t('passkey.rename.label')}
          defaultValue={name}
          maxLength={longest.passkeyName}
          autoComplete="off"
          enterKeyHint="done"
          problem={problem}
        />
        <Notice failure={failure} />
        <DialogButtons>
          <Button disabled={busy} onClick={onCancel}>
            {t('common.cancel')}
          </Button>
          <Button kind="main" type="submit" busy={busy}>
            {t('passkey.rename.save')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}

interface RemoveProps {
  name: string;
  onRemove(): void;
  onCancel(): void;
}

/** Asks before the passkey is removed, which cannot be undone. */
export function RemovePasskey({ name, onRemove, onCancel }: RemoveProps) {
  const t = useTranslate();
  return (
    <ConfirmDialog
      title={t('passkey.remove.title', { name })}
      lead={t('passkey.remove.lead')}
      confirm={t('passkey.remove')}
      onConfirm={onRemove}
      onCancel={onCancel}
    />
  );
}
