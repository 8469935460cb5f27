import { type RefObject, useEffect, useState } from 'react';
import { password as limits } from '@foyer/contract/limits';

/**
 * Refuses text that would make the password too long. Returns a new object for each refusal, and undefined after the
 * next input.
 */
export function useTooLong(ref: RefObject<HTMLInputElement | null>): object | undefined {
  const [refusal, setRefusal] = useState<object>();
  useEffect(() => {
    const field = ref.current!;
    function check(event: InputEvent) {
      const added = event.data ?? event.dataTransfer?.getData('text/plain') ?? '';
      const remaining = field.value.length - (field.selectionEnd! - field.selectionStart!);
      // An input method replaces its own text while composing.
      if (!added || event.isComposing || remaining + added.length <= limits.max) return;
      // Refuse the whole text: the first twenty characters of a password are another password.
      event.preventDefault();
      setRefusal({});
    }
    const reset = () => setRefusal(undefined);
    field.addEventListener('beforeinput', check);
    field.addEventListener('input', reset);
    return () => {
      field.removeEventListener('beforeinput', check);
      field.removeEventListener('input', reset);
    };
  }, [ref]);
  return refusal;
}
