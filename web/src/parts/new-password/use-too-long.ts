import { type RefObject, useEffect, useState } from 'react';
import { password as limits } from '@foyer/contract/limits';

/** Something new each time that more is typed or pasted than fits, until what is there changes: nothing is cut unsaid. */
export function useTooLong(ref: RefObject<HTMLInputElement | null>): object | undefined {
  const [refused, setRefused] = useState<object>();
  useEffect(() => {
    const field = ref.current!;
    function look(event: InputEvent) {
      const more = event.data ?? event.dataTransfer?.getData('text/plain') ?? '';
      const kept = field.value.length - (field.selectionEnd! - field.selectionStart!);
      // What an input method is at work on replaces itself.
      if (!more || event.isComposing || kept + more.length <= limits.max) return;
      // All or nothing: the first twenty characters of a password are another password.
      event.preventDefault();
      setRefused({});
    }
    const forget = () => setRefused(undefined);
    field.addEventListener('beforeinput', look);
    field.addEventListener('input', forget);
    return () => {
      field.removeEventListener('beforeinput', look);
      field.removeEventListener('input', forget);
    };
  }, [ref]);
  return refused;
}
