import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useId } from 'react';
import { HydrateLater } from '../loading/hydrate-later.tsx';
import css from './tabs.module.css';

interface Props<Name extends string> {
  label: string;
  tabs: readonly { name: Name; label: ReactNode }[];
  selected: Name;
  onSelect(name: Name): void;
  /** A call of the selected tab is running: the tab cannot change. */
  locked?: boolean;
  /** Tiles are placed below the panel. */
  look?: 'line' | 'tiles';
  /** The panel has a chunk of its own and hydrates with it. */
  later?: boolean;
  children: ReactNode;
}

/**
 * Tabs as in the ARIA pattern: one stop for the Tab key, arrow keys move and select. Each tab is a link to its name, so
 * that a click before hydration is kept in the URL.
 */
export function Tabs<Name extends string>({
  label,
  tabs,
  selected,
  onSelect,
  locked,
  look = 'line',
  later,
  children,
}: Props<Name>) {
  const id = useId();

  function move(event: KeyboardEvent) {
    const at = tabs.findIndex(({ name }) => name === selected);
    const last = tabs.length - 1;
    const steps: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: last, ' ': at };
    const to = steps[event.key];
    if (to === undefined || locked) return;
    event.preventDefault();
    const { name } = tabs[(to + tabs.length) % tabs.length]!;
    onSelect(name);
    document.getElementById(`${id}${name}`)?.focus();
  }

  const list = (
    <div className={css[look]} role="tablist" aria-label={label} onKeyDown={move}>
      {tabs.map(({ name, label: text }) => (
        <a
          key={name}
          id={`${id}${name}`}
          href={`#${name}`}
          role="tab"
          draggable={false}
          className={look === 'line' ? css.tab : css.tile}
          aria-selected={name === selected}
          aria-disabled={locked}
          aria-controls={`${id}panel`}
          tabIndex={name === selected ? 0 : -1}
          onClick={(event) => {
            event.preventDefault();
            if (!locked) onSelect(name);
          }}
        >
          {text}
        </a>
      ))}
    </div>
  );

  const panel = (
    <>
      {children}
      <EarlyClick names={tabs.map(({ name }) => name)} onSelect={onSelect} />
    </>
  );

  return (
    <>
      {look === 'line' && list}
      <div id={`${id}panel`} role="tabpanel" aria-labelledby={`${id}${selected}`}>
        {later ? <HydrateLater>{panel}</HydrateLater> : panel}
      </div>
      {look === 'tiles' && list}
    </>
  );
}

/** The last sibling hydrates after the panel, which by then knows what was typed into it. */
function EarlyClick<Name extends string>({ names, onSelect }: { names: Name[]; onSelect(name: Name): void }) {
  const selectClicked = useEffectEvent(() => {
    const clicked = names.find((name) => location.hash === `#${name}`);
    if (!clicked) return;
    history.replaceState(history.state, '', location.pathname + location.search);
    onSelect(clicked);
  });
  useEffect(() => selectClicked(), []);
  return null;
}
