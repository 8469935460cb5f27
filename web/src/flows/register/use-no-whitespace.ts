import { type RefObject, useEffect } from 'react';
import { withoutWhitespace } from '@foyer/contract/rules/typed-text';
import { isComposing, typeInto } from '../../platform/forms/input-events.ts';

/** Removes whitespace from the account field as it is typed, before other listeners read the value. */
export function useNoWhitespace(form: RefObject<HTMLFormElement | null>) {
  useEffect(() => {
    const field = form.current!.querySelector<HTMLInputElement>('[name=account]')!;
    const onInput = (event: Event) => isComposing(event) || removeWhitespace(field);
    const onComposed = () => typeInto(field, field.value);
    field.addEventListener('input', onInput);
    field.addEventListener('compositionend', onComposed);
    // The field may have been filled in before hydration.
    if (withoutWhitespace(field.value) !== field.value) typeInto(field, field.value);
    return () => {
      field.removeEventListener('input', onInput);
      field.removeEventListener('compositionend', onComposed);
    };
  }, [form]);
}

/** Keeps the position of the caret. */
function removeWhitespace(field: HTMLInputElement) {
  const cleaned = withoutWhitespace(field.value);
  if (cleaned === field.value) return;
  const caret = withoutWhitespace(field.value.slice(0, field.selectionStart ?? undefined)).length;
  field.value = cleaned;
  field.setSelectionRange(caret, caret);
}
