import { type Ref } from 'react';
import { code } from '@foyer/contract/limits';
import { Field } from './field.tsx';
import type { Problem } from './problem.ts';
import css from './code-field.module.css';

interface Props {
  ref: Ref<HTMLInputElement>;
  label: string;
  problem: Problem | undefined;
}

const boxes = Array.from({ length: code.length }, (_, n) => n);

/** Six boxes to see, one field to type, paste, fill in and hear. */
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
      // Room for the spaces that a pasted code brings; they are dropped as it arrives.
      maxLength={code.length * 2}
      onInput={({ currentTarget }) => {
        const digits = currentTarget.value.normalize('NFKC').replace(/\D/g, '').slice(0, code.length);
        if (digits !== currentTarget.value) currentTarget.value = digits;
      }}
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
