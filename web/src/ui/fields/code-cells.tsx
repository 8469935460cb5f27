import { code } from '@foyer/contract/first-limits';
import css from './code-cells.module.css';

const cells = Array.from({ length: code.length }, (_, n) => n);

/** What makes a field look like six cells. Its own text is transparent; the cells show the digits and the caret. */
export function codeCells({ value, caret }: { value: string; caret: number }) {
  const active = Math.min(caret, code.length - 1);
  return {
    controlClass: css.cells,
    inputClass: css.digits,
    leading: (
      <span className={css.drawn} aria-hidden="true">
        {cells.map((n) => (
          <span key={n} className={css.cell} data-active={n === active ? '' : undefined}>
            {value[n]}
          </span>
        ))}
      </span>
    ),
  };
}
