import { type RefObject, useEffect, useState } from 'react';
import { autofill } from '@foyer/contract/limits';

/**
 * Whether every field of the form holds something. Browsers fill in passwords without telling the
 * page what they are until a person acts, so one second after load the filled look counts as well.
 */
export function useFilled(form: RefObject<HTMLFormElement | null>): boolean {
  const [filled, setFilled] = useState(false);

  useEffect(() => {
    const element = form.current!;
    const fields = () => [...element.querySelectorAll('input')];
    const look = () => setFilled(fields().every(({ value }) => value.trim() !== ''));
    const lookForAutofill = () =>
      setFilled(fields().every((field) => field.value.trim() !== '' || field.matches(':autofill')));

    look();
    element.addEventListener('input', look);
    const id = setTimeout(lookForAutofill, autofill.checkAfter);
    return () => {
      element.removeEventListener('input', look);
      clearTimeout(id);
    };
  }, [form]);

  return filled;
}
