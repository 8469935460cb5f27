import { Icon } from '../icons/icon.tsx';
import css from './step-list.module.css';

interface Props {
  steps: readonly string[];
  /** The index of the current step. */
  at: number;
}

/** The steps of a page by name. */
export function StepList({ steps, at }: Props) {
  return (
    <ol className={css.steps}>
      {steps.map((name, index) => (
        <li key={name} aria-current={index === at ? 'step' : undefined} data-done={index < at ? '' : undefined}>
          <span className={css.number} aria-hidden="true">
            {index < at ? <Icon d="m5 12.5 4.5 4.5L19 7.5" size={12} /> : index + 1}
          </span>
          <span className={css.name}>{name}</span>
        </li>
      ))}
    </ol>
  );
}
