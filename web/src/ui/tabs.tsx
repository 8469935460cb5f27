import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useId } from 'react';
import { HydrateLater } from './hydrate-later.tsx';
import css from './tabs.module.css';

interface Props<Name extends string> {
  label: string;
  tabs: readonly { name: Name; label: ReactNode }[];
  selected: Name;
  onSelect(name: Name): void;
  /** Something is under way in the tab that is shown: it stays. */
  held?: boolean;
  /** A pill stands under what it switches. */
  look?: 'line' | 'pill';
  children: ReactNode;
}

/**
 * Tabs by the book: one stop for the Tab key, arrows move and select. Each is a link to its own name, so that a press
 * before the script has come is kept, by the address.
 */
export function Tabs<Name extends string>({
  label,
  tabs,
  selected,
  onSelect,
  held,
  look = 'line',
  children,
}: Props<Name>) {
  const id = useId();

  function move(event: KeyboardEvent) {
    const at = tabs.findIndex(({ name }) => name === selected);
    const last = tabs.length - 1;
    const steps: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: last, ' ': at };
    const to = steps[event.key];
    if (to === undefined || held) return;
    event.preventDefault();
    const { name } = tabs[(to + tabs.length) % tabs.length]!;
    onSelect(name);
    document.getElementById(`${id}${name}`)?.focus();
  }

  const list = (
    <div className={css[look]} role="tablist" aria-label={label} onKeyDown={move}>
      {tabs.map(({ name, label: words }) => (
        <a
          key={name}
          id={`${id}${name}`}
          href={`#${name}`}
          role="tab"
          draggable={false}
          className={css.tab}
          aria-selected={name === selected}
          aria-disabled={held}
          aria-controls={`${id}panel`}
          tabIndex={name === selected ? 0 : -1}
          onClick={(event) => {
            event.preventDefault();
            if (!held) onSelect(name);
          }}
        >
          {words}
        </a>
      ))}
    </div>
  );

  return (
    <>
      {look === 'line' && list}
      <div id={`${id}panel`} role="tabpanel" aria-labelledby={`${id}${selected}`}>
        <HydrateLater>
          {children}
          <EarlyPress names={tabs.map(({ name }) => name)} onSelect={onSelect} />
        </HydrateLater>
      </div>
      {look === 'pill' && list}
    </>
  );
}

/** Stands behind what the tab shows, and so comes alive after it: what was typed there is known by then. */
function EarlyPress<Name extends string>({ names, onSelect }: { names: Name[]; onSelect(name: Name): void }) {
  const look = useEffectEvent(() => {
    const pressed = names.find((name) => location.hash === `#${name}`);
    if (!pressed) return;
    history.replaceState(history.state, '', location.pathname + location.search);
    onSelect(pressed);
  });
  useEffect(() => look(), []);
  return null;
}
