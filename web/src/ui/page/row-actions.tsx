import { type KeyboardEvent, type MouseEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { Button } from '../button.tsx';
import { accountIcons } from '../icons/account-icons.ts';
import { Icon } from '../icons/icon.tsx';
import css from './row-actions.module.css';

interface Props {
  /** The name of the row: a button is named by its action and its row. */
  of: string;
  actions: readonly { name: string; onPress(): void }[];
  disabled?: boolean;
}

/** What can be done about a row: one action is a button, several are a menu. */
export function RowActions({ of, actions, disabled }: Props) {
  const [only, ...more] = actions;
  if (more.length > 0) return <Menu of={of} actions={actions} disabled={disabled ?? false} />;
  return (
    only && (
      <Button disabled={disabled} aria-label={`${only.name}: ${of}`} onClick={only.onPress}>
        {only.name}
      </Button>
    )
  );
}

/** Safari gives a pressed button no focus: the item that has it would lose it, and the menu would close before the click. */
const keepFocus = (event: MouseEvent) => event.preventDefault();

/** A menu button as in the ARIA pattern: the arrow keys move, Escape closes and returns to the button, and Tab moves on. */
function Menu({ of, actions, disabled }: Required<Props>) {
  const t = useTranslate();
  const id = useId();
  const [open, setOpen] = useState<'first' | 'last'>();
  const place = useRef<HTMLSpanElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const items = () => [...(menu.current?.children ?? [])] as HTMLElement[];

  useEffect(() => {
    if (!open) return undefined;
    menu.current!.scrollIntoView({ block: 'nearest' });
    items()[open === 'first' ? 0 : actions.length - 1]!.focus();
    // Not every touch takes the focus away.
    const closeOutside = ({ target }: Event) => !place.current!.contains(target as Node) && setOpen(undefined);
    document.addEventListener('pointerdown', closeOutside);
    return () => document.removeEventListener('pointerdown', closeOutside);
  }, [open, actions.length]);

  function close() {
    setOpen(undefined);
    button.current!.focus();
  }
  function onKey(event: KeyboardEvent) {
    const { key } = event;
    if (!open) {
      if (key !== 'ArrowDown' && key !== 'ArrowUp') return;
      event.preventDefault();
      return setOpen(key === 'ArrowDown' ? 'first' : 'last');
    }
    const all = items();
    const at = all.findIndex((item) => item === document.activeElement);
    const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 };
    const to = steps[key];
    if (key !== 'Escape' && to === undefined) return;
    event.preventDefault();
    if (to === undefined) close();
    else all[(to + all.length) % all.length]!.focus();
  }

  return (
    <span ref={place} className={css.place}>
      <button
        ref={button}
        type="button"
        className={css.button}
        disabled={disabled}
        aria-label={`${t('account.more')}: ${of}`}
        aria-haspopup="menu"
        aria-expanded={open !== undefined}
        aria-controls={open && id}
        onKeyDown={onKey}
        onMouseDown={keepFocus}
        onClick={() => (open ? close() : setOpen('first'))}
      >
        <Icon d={accountIcons.more} size={24} />
      </button>
      {open && (
        <div
          ref={menu}
          id={id}
          className={css.menu}
          role="menu"
          tabIndex={-1}
          aria-label={of}
          onKeyDown={onKey}
          onMouseDown={keepFocus}
          onBlur={({ relatedTarget }) => {
            if (relatedTarget && !menu.current!.contains(relatedTarget)) setOpen(undefined);
          }}
        >
          {actions.map(({ name, onPress }) => (
            <button
              key={name}
              type="button"
              role="menuitem"
              tabIndex={-1}
              aria-label={`${name}: ${of}`}
              onClick={() => {
                close();
                onPress();
              }}
            >
              {name}
            </button>
          ))}
        </div>
      )}
    </span>
  );
}
