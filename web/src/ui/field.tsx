import { type InputHTMLAttributes, type ReactNode, type Ref, useContext, useId } from 'react';
import { ExplainContext } from './explain.ts';
import css from './field.module.css';
import { type Problem, useShownProblem } from './problem.ts';

type Props = InputHTMLAttributes<HTMLInputElement> & {
  label: string;
  problem?: Problem | undefined;
  note?: ReactNode;
  ref?: Ref<HTMLInputElement>;
  /** Stand inside the box, before and behind the text. */
  leading?: ReactNode;
  trailing?: ReactNode;
  /** False for a field that draws its own box. */
  boxed?: boolean;
  inputClass?: string | undefined;
};

/**
 * A text field whose error is read for five seconds and then folds away: the edge stays red and the
 * words stay the field's description, and hovering or focusing it shows them again.
 */
export function Field({ label, problem, note, leading, trailing, boxed = true, inputClass, ref, ...input }: Props) {
  const id = useId();
  const words = useShownProblem(problem);
  const explain = useContext(ExplainContext);
  const describedBy = [problem && `${id}p`, note && `${id}n`].filter(Boolean).join(' ');

  return (
    <div className={css.field} onPointerEnter={words.show} onFocus={words.show}>
      <label className={boxed ? css.box : css.bare} data-bad={problem ? '' : undefined}>
        <span id={`${id}l`} className="unseen">
          {label}
        </span>
        {leading}
        <input
          {...input}
          ref={ref}
          className={inputClass ?? css.input}
          // By the words alone: what else stands in the box has names of its own.
          aria-labelledby={`${id}l`}
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
      {problem && words.shown && explain(problem.text)}
      {note && !words.shown && (
        <p id={`${id}n`} className={css.note}>
          {note}
        </p>
      )}
    </div>
  );
}
