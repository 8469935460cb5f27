import type { FormEvent, KeyboardEvent, ReactNode } from 'react';
import type { useForm } from '../platform/forms/use-form.ts';

interface Props {
  form: Pick<ReturnType<typeof useForm>, 'ref' | 'filled' | 'edit' | 'submit'>;
  /** Whether the submit button is enabled. */
  ready?: boolean;
  children: ReactNode;
}

/** A form that the browser never submits itself: a password must not end up in a URL. */
export function Form({ form: { ref, filled, edit, submit }, ready = filled, children }: Props) {
  // Enter does nothing while the submit button is disabled: submit anyway, so that the missing fields are marked.
  function onKeyDown({ key, target, keyCode, nativeEvent }: KeyboardEvent) {
    // Enter confirms the text of an input method; Safari reports that by the key code only.
    if (nativeEvent.isComposing || keyCode === 229) return;
    if (key === 'Enter' && !ready && target instanceof HTMLInputElement) submit();
  }
  return (
    <form
      ref={ref}
      method="post"
      noValidate
      onInput={({ target }: FormEvent) => target instanceof HTMLInputElement && edit(target.name, target.value)}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {children}
    </form>
  );
}
