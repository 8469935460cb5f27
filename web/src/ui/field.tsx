import { type InputHTMLAttributes, type ReactNode, type Ref, useId, useState } from 'react';
import { inlineError } from '@foyer/contract/limits';
import { useTimeout } from '../platform/use-timeout.ts';
import css from './field.module.css';

/** What is wrong with a field. A new object shows its text anew; one that `stays` waits for an edit to go. */
export interface Problem {
  text: string;
  stays?: boolean;
}

type Props = InputHTMLAttributes<HTMLInputElement> & {
  label: string;
  problem?: Problem | undefined;
  note?: string | undefined;
  ref?: Ref<HTMLInputElement>;
  /** Stands inside the box, behind the text. */
  trailing?: ReactNode;
};

/**
 * A text field whose error is read for five seconds and then folds away: the edge stays red and the
 * words stay the field's description, and hovering or focusing it shows them again.
 */
export function Field({ label, problem, note, trailing, ref, ...input }: Props) {
  const id = useId();
  const words = useShownProblem(problem);
  const describedBy = [problem && `${id}p`, note && `${id}n`].filter(Boolean).join(' ');

  return (
    <div className={css.field} onPointerEnter={words.show} onFocus={words.show}>
      <label className={css.box} data-bad={problem ? '' : undefined}>
        <span className="unseen">{label}</span>
        <input
          {...input}
          ref={ref}
          className={css.input}
          aria-invalid={problem ? true : undefined}
          aria-describedby={describedBy || undefined}
        />
        {trailing}
      </label>
      <p
        id={`${id}p`}
        role="alert"
        className={words.shown ? css.problem : 'unseen'}
        onPointerEnter={() => words.rest(true)}
        onPointerLeave={() => words.rest(false)}
      >
        {problem?.text}
      </p>
      {note && !words.shown && (
        <p id={`${id}n`} className={css.note}>
          {note}
        </p>
      )}
    </div>
  );
}

function useShownProblem(problem: Problem | undefined) {
  const [seen, setSeen] = useState({ problem, shown: true });
  const [resting, rest] = useState(false);
  if (seen.problem !== problem) setSeen({ problem, shown: true });

  const shown = problem !== undefined && seen.shown;
  const goes = shown && !resting && !problem.stays;
  useTimeout(goes ? inlineError.shownFor : undefined, () => setSeen({ problem, shown: false }), seen);

  return {
    shown,
    rest,
    show: () => {
      if (problem && !seen.shown) setSeen({ problem, shown: true });
    },
  };
}
