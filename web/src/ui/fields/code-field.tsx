import { type ReactNode, type RefObject, type SyntheticEvent, useEffect, useLayoutEffect, useState } from 'react';
import { findCode } from '@foyer/contract/rules/code-rules';
import { input } from '@foyer/contract/first-limits';
import { isComposing } from '../../platform/forms/input-events.ts';
import { loadWhenIdle } from '../../platform/lazy/when-idle.ts';
import { Spinner } from '../button.tsx';
import { Field } from './field.tsx';
import type { Problem } from './problem.ts';
import css from './code-field.module.css';

interface Props {
  ref: RefObject<HTMLInputElement | null>;
  label: string;
  placeholder: string;
  labelEnd: ReactNode;
  problem: Problem | undefined;
  note: ReactNode;
  /** The button that sends a code, inside the field. False once a code was sent; undefined where none is sent. */
  send: ReactNode;
}

/**
 * Drawn as an ordinary field or, after a code was sent, as six cells: always one input for typing, pasting, autofill and
 * screen readers. The cells load when the page is idle; until then it stays an ordinary field. The sixth digit submits.
 */
export function CodeField({ send, placeholder, ...field }: Props) {
  const [cells, setCells] = useState<typeof import('./code-cells.tsx')>();
  useEffect(() => loadWhenIdle(() => import('./code-cells.tsx').then(setCells)), []);
  const [typed, setTyped] = useState({ value: '', caret: 0, end: 0 });
  const read = ({ value, selectionStart, selectionEnd }: HTMLInputElement) =>
    setTyped({ value, caret: selectionStart!, end: selectionEnd! });
  useLayoutEffect(() => {
    const element = field.ref.current!;
    const readAgain = () => read(element);
    // A browser that reloads a page restores what was typed without an event.
    readAgain();
    // React does not tell of a selection that a script makes.
    element.addEventListener('select', readAgain);
    return () => element.removeEventListener('select', readAgain);
  }, [field.ref]);
  const kind = typeof send;
  useEffect(
    () => (kind === 'object' ? undefined : cells?.watchCode(field.ref.current!, kind === 'boolean')),
    [cells, kind, field.ref],
  );
  function clean({ currentTarget, nativeEvent }: SyntheticEvent<HTMLInputElement>) {
    const value = cells ? cells.withoutFull(typed.value, currentTarget) : currentTarget.value;
    const found = findCode(value);
    if (!isComposing(nativeEvent) && found !== currentTarget.value) currentTarget.value = found;
    read(currentTarget);
  }
  return (
    <Field
      {...field}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      enterKeyHint="go"
      // Room for a pasted message: everything but its code is removed.
      maxLength={input.maxLength}
      onInput={clean}
      onCompositionEnd={clean}
      onSelect={({ currentTarget }) => read(currentTarget)}
      {...(cells && !send ? cells.codeCells(typed) : { placeholder, trailing: send })}
    />
  );
}

interface SendButtonProps {
  busy: boolean;
  disabled: boolean;
  onPress(): void;
  children: ReactNode;
}

/** The button inside the field. */
export function SendButton({ busy, disabled, onPress, children }: SendButtonProps) {
  return (
    <button
      type="button"
      className={css.send}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      onClick={onPress}
    >
      {busy && <Spinner />}
      {children}
    </button>
  );
}
