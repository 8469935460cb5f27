import { type KeyboardEvent, type ReactNode, useId } from 'react';
import css from './tabs.module.css';

interface Props<Name extends string> {
  label: string;
  tabs: readonly { name: Name; label: ReactNode }[];
  selected: Name;
  onSelect(name: Name): void;
  /** A pill stands under what it switches. */
  look?: 'line' | 'pill';
  children: ReactNode;
}

/** Tabs by the book: one stop for the Tab key, arrows move and select. */
export function Tabs<Name extends string>({ label, tabs, selected, onSelect, look = 'line', children }: Props<Name>) {
  const id = useId();

  function move(event: KeyboardEvent) {
    const at = tabs.findIndex(({ name }) => name === selected);
    const steps: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 };
    const to = steps[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const { name } = tabs[(to + tabs.length) % tabs.length]!;
    onSelect(name);
    document.getElementById(`${id}${name}`)?.focus();
  }

  const list = (
    <div className={css[look]} role="tablist" aria-label={label} onKeyDown={move}>
      {tabs.map(({ name, label: words }) => (
        <button
          key={name}
          id={`${id}${name}`}
          type="button"
          role="tab"
          className={css.tab}
          aria-selected={name === selected}
          aria-controls={`${id}panel`}
          tabIndex={name === selected ? 0 : -1}
          onClick={() => onSelect(name)}
        >
          {words}
        </button>
      ))}
    </div>
  );

  return (
    <>
      {look === 'line' && list}
      <div id={`${id}panel`} role="tabpanel" aria-labelledby={`${id}${selected}`}>
        {children}
      </div>
      {look === 'pill' && list}
    </>
  );
}
