import type { ReactNode } from 'react';
import type { useForm } from '../platform/forms/use-form.ts';
import { type Failure } from '../platform/i18n/failure.ts';
import { useTranslate } from '../platform/i18n/texts.ts';
import { Button } from '../ui/button.tsx';
import { DialogButtons } from '../ui/dialogs/dialog-buttons.tsx';
import { Notice } from '../ui/dialogs/notice.tsx';
import { Form } from './form.tsx';

interface Props {
  form: Omit<ReturnType<typeof useForm>, 'problems' | 'validate'> & { problems: { form?: Failure } };
  submit: string;
  /** By default the form can be submitted once every input has a value. */
  ready?: boolean;
  cancel?: string;
  onCancel(): void;
  /** The fields. */
  children?: ReactNode;
  below?: ReactNode;
}

/** A form in a dialog: the fields, what went wrong, and the buttons. */
export function DialogForm({ form, submit, ready = form.filled, cancel, onCancel, children, below }: Props) {
  const t = useTranslate();
  const { busy, problems } = form;
  return (
    <Form form={form} ready={ready}>
      {children}
      <Notice failure={problems.form} />
      <DialogButtons>
        <Button disabled={busy} onClick={onCancel}>
          {cancel ?? t('common.cancel')}
        </Button>
        <Button kind="main" type="submit" disabled={!ready} busy={busy}>
          {submit}
        </Button>
      </DialogButtons>
      {below}
    </Form>
  );
}
