import { type Ref, type SyntheticEvent } from 'react';
import { findCode } from '@foyer/contract/rules/code-rules';
import { code, input } from '@foyer/contract/limits';
import { isComposing } from '../platform/forms/input-events.ts';
import { Field } from './field.tsx';
import type { Problem } from './problem.ts';
import css from './code-field.module.css';

interface Props {
  ref: Ref<HTMLInputElement>;
  label: string;
  problem: Problem | undefined;
}

const boxes = Array.from({ length: code.length }, (_, n) => n);

function clean({ currentTarget: field, nativeEvent }: SyntheticEvent<HTMLInputElement>) {
  const found = findCode(field.value);
  if (!isComposing(nativeEvent) && found !== field.value) field.value = found;
}

/** Drawn as six boxes, but one input for typing, pasting, autofill and screen readers. */
export function CodeField({ ref, label, problem }: Props) {
  return (
    <Field
      ref={ref}
      name="code"
      label={label}
      problem={problem}
      boxed={false}
      inputClass={css.input}
      inputMode="numeric"
      autoComplete="one-time-code"
      enterKeyHint="go"
      // Room for a pasted message: everything but its code is removed.
      maxLength={input.maxLength}
      onInput={clean}
      onCompositionEnd={clean}
      leading={
        <span className={css.boxes} aria-hidden="true">
          {boxes.map((n) => (
            <span key={n} className={css.box} />
          ))}
        </span>
      }
    />
  );
}
