import { changeName as changeNameCall } from '@foyer/contract/flows/change-name';
import { dialogWidths } from '@foyer/contract/layout-sizes';
import { longest } from '@foyer/contract/limits';
import { DialogForm } from '../../parts/dialog-form.tsx';
import { useFreshProof } from '../../parts/fresh-proof/fresh-proof.tsx';
import { useForm } from '../../platform/forms/use-form.ts';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { changeName } from './change-name.machine.ts';

interface Props {
  name: string | undefined;
  onChanged(): void;
  onSignedOut(): void;
  onCancel(): void;
}

/** Gives the account a name, or changes it. */
export function ChangeName({ name, onChanged, onSignedOut, onCancel }: Props) {
  const t = useTranslate();
  const { api } = usePageContext();
  const { run } = useFreshProof();
  const form = useForm({
    machine: () => changeName((typed, signal) => run(() => api(changeNameCall, { name: typed }, { signal }))),
    values: (): { name: string } => ({ name: form.text('name') }),
    onEnd: (result) => (result === 'changed' ? onChanged() : onSignedOut()),
  });

  return (
    <Dialog
      title={t(name ? 'name.changeTitle' : 'name.addTitle')}
      lead={t('name.lead')}
      width={dialogWidths.setPassword}
      busy={form.busy}
      onCancel={onCancel}
    >
      <DialogForm form={form} submit={t(form.busy ? 'name.submitting' : 'name.submit')} onCancel={onCancel}>
        <Field name="name" label={t('name.title')} defaultValue={name} maxLength={longest.name} autoComplete="name" />
      </DialogForm>
    </Dialog>
  );
}
