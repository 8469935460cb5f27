import { type ReactNode, type Ref, type SyntheticEvent, useState } from 'react';
import { findCode } from '@foyer/contract/rules/code-rules';
import { code, input } from '@foyer/contract/limits';
import { isComposing } from '../platform/forms/input-events.ts';
import { Spinner } from './button.tsx';
import { Field } from './field.tsx';
import type { Problem } from './problem.ts';
import css from './code-field.module.css';

interface Props {
  ref: Ref<HTMLInputElement>;
  label: string;
  placeholder: string;
  labelEnd: ReactNode;
  problem: Problem | undefined;
  note: ReactNode;
  /** The button that sends a code, inside the field. Undefined once a code was sent: the field is drawn as six cells. */
  send: ReactNode;
}

const cells = Array.from({ length: code.length }, (_, n) => n);

/** Drawn as an ordinary field or as six cells, but one input for typing, pasting, autofill and screen readers. */
export function CodeField({ send, placeholder, ...field }: Props) {
  const [typed, setTyped] = useState(0);
  const active = Math.min(typed, code.length - 1);
  function clean({ currentTarget, nativeEvent }: SyntheticEvent<HTMLInputElement>) {
    const found = findCode(currentTarget.value);
    if (!isComposing(nativeEvent) && found !== currentTarget.value) currentTarget.value = found;
    setTyped(currentTarget.value.length);
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
      {...(send
        ? { placeholder, trailing: send }
        : {
            controlClass: css.cells,
            inputClass: css.digits,
            leading: (
              <span className={css.drawn} aria-hidden="true">
                {cells.map((n) => (
                  <span key={n} className={css.cell} data-active={n === active ? '' : undefined} />
                ))}
              </span>
            ),
          })}
    />
  );
}

/** The button inside the field. */
export function SendButton({ busy, onPress, children }: { busy: boolean; onPress(): void; children: ReactNode }) {
  return (
    <button type="button" className={css.send} disabled={busy} aria-busy={busy || undefined} onClick={onPress}>
      {busy && <Spinner />}
      {children}
    </button>
  );
}
