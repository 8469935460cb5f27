import { type RefObject, useEffect } from 'react';
import { withoutWhitespace } from '@foyer/contract/rules/typed-text';
import { isComposing } from '../../platform/forms/is-composing.ts';
import { typeInto } from '../../platform/forms/type-into.ts';

/** An address with a space in it is never meant: it is gone before anyone reads the field. */
export function useNoWhitespace(ref: RefObject<HTMLInputElement | null>) {
  useEffect(() => {
    const field = ref.current!;
    const onInput = (event: Event) => isComposing(event) || dropWhitespace(field);
    const onComposed = () => typeInto(field, field.value);
    field.addEventListener('input', onInput);
    field.addEventListener('compositionend', onComposed);
    // It may have been filled in before.
    if (withoutWhitespace(field.value) !== field.value) typeInto(field, field.value);
    return () => {
      field.removeEventListener('input', onInput);
      field.removeEventListener('compositionend', onComposed);
    };
  }, [ref]);
}

/** The caret stays where it was. */
function dropWhitespace(field: HTMLInputElement) {
  const kept = withoutWhitespace(field.value);
  if (kept === field.value) return;
  const caret = withoutWhitespace(field.value.slice(0, field.selectionStart ?? undefined)).length;
  field.value = kept;
  field.setSelectionRange(caret, caret);
}
