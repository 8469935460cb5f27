import { type InputHTMLAttributes, type ReactNode, type Ref, useContext, useId } from 'react';
import css from './field.module.css';
import { Icon, icons } from '../icons/icon.tsx';
import { ExplainContext, type Problem, useShownProblem } from './problem.ts';

type Props = InputHTMLAttributes<HTMLInputElement> & {
  label: string;
  /** At the end of the label's line, such as a link. The Tab key reaches it after the input. */
  labelEnd?: ReactNode;
  problem?: Problem | undefined;
  /** In the line below, while no problem is shown there. */
  note?: ReactNode;
  ref?: Ref<HTMLInputElement>;
  /** Inside the control, before and after the input. */
  leading?: ReactNode;
  trailing?: ReactNode;
  /** For a field that draws the control or the input itself. */
  controlClass?: string | undefined;
  inputClass?: string | undefined;
};

/**
 * A text field whose error is shown for five seconds: after that the border stays red, the text stays the field's
 * description, and hovering or focusing the field shows the text again.
 */
export function Field(props: Props) {
  const { label, labelEnd, problem, note, leading, trailing, controlClass, inputClass, ref, ...input } = props;
  const id = useId();
  const error = useShownProblem(problem);
  const explain = useContext(ExplainContext);
  const describedBy = [problem && `${id}p`, note && `${id}n`].filter(Boolean).join(' ');

  return (
    <div className={css.field} data-field="" onPointerEnter={error.show} onFocus={error.show}>
      <label className={css.label} htmlFor={id}>
        {label}
      </label>
      <div className={controlClass ?? css.control} data-bad={problem ? '' : undefined}>
        {leading}
        <input
          {...input}
          id={id}
          ref={ref}
          className={inputClass ?? css.input}
          aria-invalid={problem ? true : undefined}
          aria-describedby={describedBy || undefined}
        />
        {trailing}
      </div>
      {labelEnd && <div className={css.labelEnd}>{labelEnd}</div>}
      <div className={css.below}>
        <p
          role="alert"
          className={error.shown ? css.problem : 'visually-hidden'}
          onPointerEnter={() => error.setPaused(true)}
          onPointerLeave={() => error.setPaused(false)}
        >
          {error.shown && <Icon d={icons.alert} size={16} />}
          <span id={`${id}p`}>{problem?.text}</span>
        </p>
        {problem && error.shown && explain(problem.said)}
        {note && !error.shown && <div id={`${id}n`}>{note}</div>}
      </div>
    </div>
  );
}
