import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { autofill } from '@foyer/contract/first-limits';
import { useOnline } from '../browser/use-online.ts';
import { useMachine } from '../machine/use-machine.ts';
import { reportFailure } from '../report-failure.ts';
import type { FormMachine, FormProblems } from './form-machine.ts';

interface Options<Values, Problems, Result> {
  machine(): FormMachine<Values, Problems, Result>;
  values(): Values;
  onEdit?(field: string, value: string): void;
  onBusy?(busy: boolean): void;
  /** The person can submit again when it throws or rejects. */
  onEnd(result: Result): void | Promise<void>;
}

/** Runs the machine of a form screen. Inputs have the names of the machine's problems; render it with `<Form form>`. */
export function useForm<Values, Problems extends FormProblems, Result>({
  machine,
  values,
  onEdit,
  onBusy,
  onEnd,
}: Options<Values, Problems, Result>) {
  const ref = useRef<HTMLFormElement>(null);
  const filled = useFilled(ref);
  const [state, send] = useMachine(machine);
  const busy = state.at !== 'editing';

  // A layout effect: a dialog around the form must not close any more once the request has started.
  const onBusyChanged = useEffectEvent(() => onBusy?.(busy));
  useLayoutEffect(() => onBusyChanged(), [busy]);

  const end = useEffectEvent(async (result: Result) => {
    try {
      await onEnd(result);
    } catch (error) {
      reportFailure(error);
      send({ is: 'failed' });
    }
  });
  const onState = useEffectEvent(() => {
    if (state.at === 'finished') void end(state.result);
    // After an edit the focus stays in the edited field.
    if (state.at !== 'editing' || state.edited) return;
    const wrong = inputsOf(ref.current!).find(({ name }) => name in state.problems);
    wrong?.focus();
    // The next key or paste replaces what the service refused.
    if (state.refused) wrong?.select();
  });
  useEffect(() => onState(), [state]);
  const lostNetwork = state.at === 'editing' && state.problems.form === 'noResponse';
  useOnline(lostNetwork, () => send({ is: 'edit', field: 'form' }));

  /** Undefined while the form mounts: an input may report its first value before the form is attached. */
  const input = (name: string) => ref.current?.querySelector<HTMLInputElement>(`[name=${name}]`);

  return {
    ref,
    filled,
    at: state.at,
    busy,
    problems: state.at === 'editing' ? state.problems : ({} as Problems),
    input,
    text: (name: string) => input(name)?.value ?? '',
    checked: (name: string) => input(name)?.checked ?? false,
    submit: () => send({ is: 'submit', values: values() }),
    validate: (field: keyof Problems) => send({ is: 'validate', values: values(), field }),
    edit(field: string, value: string) {
      onEdit?.(field, value);
      send({ is: 'edit', field });
    },
  };
}

const inputsOf = (form: HTMLFormElement) => [...form.querySelectorAll('input')];

/**
 * Whether every input has a value. Browsers hide the values of passwords they filled in until the person acts, so one
 * second after load an input that matches `:autofill` counts as well, by the name that older browsers know too.
 */
function useFilled(form: RefObject<HTMLFormElement | null>): boolean {
  const [filled, setFilled] = useState(false);

  useEffect(() => {
    const element = form.current!;
    const check = () => setFilled(inputsOf(element).every(({ value }) => value.trim() !== ''));
    const checkAutofill = () =>
      setFilled(inputsOf(element).every((input) => input.value.trim() !== '' || input.matches(':-webkit-autofill')));

    check();
    element.addEventListener('input', check);
    const id = setTimeout(checkAutofill, autofill.checkAfter);
    return () => {
      element.removeEventListener('input', check);
      clearTimeout(id);
    };
  }, [form]);

  return filled;
}
