import { type ClipboardEvent, type KeyboardEvent, type SyntheticEvent, useId, useRef } from 'react';
import { isComposing } from '../../platform/forms/input-events.ts';
import { Icon, icons } from '../icons/icon.tsx';
import { type Problem, useShownProblem } from './problem.ts';
import fieldCss from './field.module.css';
import css from './id-boxes.module.css';

interface Props {
  count: number;
  /** The name of every box. */
  name: string;
  label: string;
  /** The beginning of the number, which the boxes continue. */
  printed: string;
  /** What the boxes are for. */
  boxesLabel: string;
  boxLabel(n: number): string;
  problem: Problem | undefined;
  /** The characters of a pasted text, one for each box; empty if it does not fit. */
  read(pasted: string): string[];
  onChange(value: string): void;
}

const select = ({ currentTarget }: { currentTarget: HTMLInputElement }) => currentTarget.select();

/** One box per character: typing replaces it and moves on, Backspace and the arrow keys move between boxes. */
export function IdBoxes({ count, name, label, printed, boxesLabel, boxLabel, problem, read, onChange }: Props) {
  const id = useId();
  const error = useShownProblem(problem);
  const group = useRef<HTMLDivElement>(null);
  const boxes = () => [...group.current!.querySelectorAll('input')];
  const notify = () =>
    onChange(
      boxes()
        .map(({ value }) => value)
        .join(''),
    );
  const at = (event: { currentTarget: HTMLInputElement }) => boxes().indexOf(event.currentTarget);
  const focus = (n: number) => boxes()[n]?.focus();

  function fill(characters: string[]) {
    boxes().forEach((box, n) => (box.value = characters[n] ?? ''));
    focus(characters.length ? count - 1 : 0);
    notify();
  }

  function onInput(event: SyntheticEvent<HTMLInputElement>) {
    const box = event.currentTarget;
    const { nativeEvent } = event;
    const data = nativeEvent instanceof InputEvent || nativeEvent instanceof CompositionEvent ? nativeEvent.data : null;
    if (isComposing(nativeEvent)) return;
    // A phone's keyboard may insert the whole number at once.
    if (box.value.length > 2) return fill(read(box.value));
    // Wherever the caret was, the new character replaces the old one.
    box.value = (data?.length === 1 ? data : box.value.slice(-1)).normalize('NFKC').toUpperCase();
    if (box.value && box === document.activeElement) focus(at(event) + 1);
    notify();
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const n = at(event);
    if (event.key === 'Backspace' && event.currentTarget.value) event.currentTarget.select();
    else if (event.key === 'Backspace') {
      event.preventDefault();
      const before = boxes()[n - 1];
      if (before) before.value = '';
      focus(n - 1);
      notify();
    }
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    // The default action would also move the caret in the newly focused box.
    event.preventDefault();
    focus(event.key === 'ArrowLeft' ? n - 1 : n + 1);
  }

  function onPaste(event: ClipboardEvent) {
    event.preventDefault();
    fill(read(event.clipboardData.getData('text')));
  }

  return (
    <div onPointerEnter={error.show} onFocus={error.show}>
      <label className={fieldCss.label} htmlFor={id}>
        {label}
      </label>
      <div className={css.number}>
        {printed && <span className={css.printed}>{printed}</span>}
        <div
          ref={group}
          className={css.boxes}
          role="group"
          aria-label={boxesLabel}
          aria-describedby={problem && `${id}p`}
        >
          {Array.from({ length: count }, (_, n) => (
            <input
              key={n}
              id={n === 0 ? id : undefined}
              className={css.box}
              name={name}
              aria-label={boxLabel(n + 1)}
              aria-invalid={problem ? true : undefined}
              autoComplete="off"
              autoCapitalize="characters"
              maxLength={count * 2}
              onFocus={select}
              onClick={select}
              onInput={onInput}
              onCompositionEnd={onInput}
              onKeyDown={onKeyDown}
              onPaste={onPaste}
            />
          ))}
        </div>
      </div>
      <div className={fieldCss.below}>
        <p
          role="alert"
          className={error.shown ? fieldCss.problem : 'visually-hidden'}
          onPointerEnter={() => error.setPaused(true)}
          onPointerLeave={() => error.setPaused(false)}
        >
          {error.shown && <Icon d={icons.alert} size={16} />}
          <span id={`${id}p`}>{problem?.text}</span>
        </p>
      </div>
    </div>
  );
}
