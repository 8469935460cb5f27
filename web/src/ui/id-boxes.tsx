import { type ClipboardEvent, type KeyboardEvent, type SyntheticEvent, useRef } from 'react';
import { isComposing } from '../platform/forms/input-events.ts';
import css from './id-boxes.module.css';

interface Props {
  count: number;
  /** The name of every box. */
  name: string;
  label: string;
  boxLabel(n: number): string;
  describedBy: string | undefined;
  bad: boolean;
  /** What a paste leaves in the boxes; anything but one character each leaves none. */
  read(pasted: string): string[];
  onChange(value: string): void;
}

const select = ({ currentTarget }: { currentTarget: HTMLInputElement }) => currentTarget.select();

/** One box a character: typing replaces it and moves on, Backspace and the arrows move back and forth. */
export function IdBoxes({ count, name, label, boxLabel, describedBy, bad, read, onChange }: Props) {
  const group = useRef<HTMLDivElement>(null);
  const boxes = () => [...group.current!.querySelectorAll('input')];
  const tell = () =>
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
    tell();
  }

  function onInput(event: SyntheticEvent<HTMLInputElement>) {
    const box = event.currentTarget;
    const { nativeEvent } = event;
    const data = nativeEvent instanceof InputEvent || nativeEvent instanceof CompositionEvent ? nativeEvent.data : null;
    if (isComposing(nativeEvent)) return;
    // A phone's keyboard may bring a whole number at once.
    if (box.value.length > 2) return fill(read(box.value));
    // Wherever the caret stood: what was typed stays, what was there goes.
    box.value = (data?.length === 1 ? data : box.value.slice(-1)).normalize('NFKC').toUpperCase();
    if (box.value && box === document.activeElement) focus(at(event) + 1);
    tell();
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const n = at(event);
    if (event.key === 'Backspace' && event.currentTarget.value) event.currentTarget.select();
    else if (event.key === 'Backspace') {
      event.preventDefault();
      const before = boxes()[n - 1];
      if (before) before.value = '';
      focus(n - 1);
      tell();
    }
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    // The key would go on to move the caret in the box that it leads to.
    event.preventDefault();
    focus(event.key === 'ArrowLeft' ? n - 1 : n + 1);
  }

  function onPaste(event: ClipboardEvent) {
    event.preventDefault();
    fill(read(event.clipboardData.getData('text')));
  }

  return (
    <div ref={group} className={css.boxes} role="group" aria-label={label} aria-describedby={describedBy}>
      {Array.from({ length: count }, (_, n) => (
        <input
          key={n}
          className={css.box}
          name={name}
          aria-label={boxLabel(n + 1)}
          aria-invalid={bad || undefined}
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
  );
}
