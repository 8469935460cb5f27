import { type RefObject, useEffect, useState } from 'react';
import { password as limits } from '@foyer/contract/limits';

interface Refusal {
  persistent: true;
  /** How long the password would be, if the text was pasted or dropped. */
  pasted?: number;
}

/**
 * Refuses text that would make the password too long. Returns a new object for each refusal, and undefined after the
 * next input.
 */
export function useTooLong(ref: RefObject<HTMLInputElement | null>): Refusal | undefined {
  const [refusal, setRefusal] = useState<Refusal>();
  useEffect(() => {
    const field = ref.current!;
    function check(event: InputEvent) {
      const added = event.data ?? event.dataTransfer?.getData('text/plain') ?? '';
      const remaining = field.value.length - (field.selectionEnd! - field.selectionStart!);
      // An input method replaces its own text while composing.
      const length = remaining + added.length;
      if (!added || event.isComposing || length <= limits.max) return;
      // Refuse the whole text: the first twenty characters of a password are another password.
      event.preventDefault();
      setRefusal({ persistent: true, ...(event.inputType.startsWith('insertFrom') && { pasted: length }) });
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
