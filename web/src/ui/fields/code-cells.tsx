import { code } from '@foyer/contract/first-limits';
import css from './code-cells.module.css';

export { watchCode } from './watch-code.ts';

const cells = Array.from({ length: code.length }, (_, n) => n);

/** What makes a field look like six cells. Its own text is transparent; the cells show the digits and the caret. */
export function codeCells({ value, caret, end }: { value: string; caret: number; end: number }) {
  const active = Math.min(caret, code.length - 1);
  const isSelected = (n: number) => n >= caret && n < end;
  return {
    controlClass: css.cells,
    inputClass: css.digits,
    leading: (
      <span className={css.drawn} aria-hidden="true">
        {cells.map((n) => (
          <span
            key={n}
            className={css.cell}
            data-active={n === active ? '' : undefined}
            data-selected={isSelected(n) ? '' : undefined}
          >
            {value[n]}
          </span>
        ))}
      </span>
    ),
  };
}

/** What is typed or pasted into a field that is full replaces its code; a text without a digit leaves it as it is. */
export function withoutFull(before: string, { value, selectionStart }: HTMLInputElement): string {
  const added = value.length - before.length;
  if (before.length < code.length || added <= 0) return value;
  const end = selectionStart ?? value.length;
  const inserted = value.slice(end - added, end);
  return /\d/.test(inserted.normalize('NFKC')) ? inserted : before;
}
