import { type InputHTMLAttributes, type ReactNode, type Ref, useContext, useId } from 'react';
import css from './field.module.css';
import { ExplainContext, type Problem, useShownProblem } from './problem.ts';

type Props = InputHTMLAttributes<HTMLInputElement> & {
  label: string;
  problem?: Problem | undefined;
  note?: ReactNode;
  ref?: Ref<HTMLInputElement>;
  /** Inside the box, before and after the input. */
  leading?: ReactNode;
  trailing?: ReactNode;
  /** False for a field that draws its own box. */
  boxed?: boolean;
  inputClass?: string | undefined;
};

/**
 * A text field whose error is shown for five seconds: after that the border stays red, the text stays the field's
 * description, and hovering or focusing the field shows the text again.
 */
export function Field({ label, problem, note, leading, trailing, boxed = true, inputClass, ref, ...input }: Props) {
  const id = useId();
  const error = useShownProblem(problem);
  const explain = useContext(ExplainContext);
  const describedBy = [problem && `${id}p`, note && `${id}n`].filter(Boolean).join(' ');

  return (
    <div className={css.field} onPointerEnter={error.show} onFocus={error.show}>
      <label className={boxed ? css.box : css.bare} data-bad={problem ? '' : undefined}>
        <span id={`${id}l`} className="visually-hidden">
          {label}
        </span>
        {leading}
        <input
          {...input}
          ref={ref}
          className={inputClass ?? css.input}
          // Only the label: other elements in the box have names of their own.
          aria-labelledby={`${id}l`}
          aria-invalid={problem ? true : undefined}
          aria-describedby={describedBy || undefined}
        />
        {trailing}
      </label>
      <p
        id={`${id}p`}
        role="alert"
        className={error.shown ? css.problem : 'visually-hidden'}
        onPointerEnter={() => error.setPaused(true)}
        onPointerLeave={() => error.setPaused(false)}
      >
        {problem?.text}
      </p>
      {problem && error.shown && explain(problem.text)}
      {note && !error.shown && (
        <p id={`${id}n`} className={css.note}>
          {note}
        </p>
      )}
    </div>
  );
}
