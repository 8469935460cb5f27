import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import css from './dialog.module.css';

interface Props {
  title: string;
  width: 432 | 464 | 520 | 540;
  /** Without it the dialog can only be answered, not closed. */
  onCancel?: (() => void) | undefined;
  /** Something is under way: looking away does not call it off, so the dialog stays to say what came of it. */
  busy?: boolean;
  closeLabel: string;
  children: ReactNode;
}

/** A modal question, with the focus on its first field. The browser keeps it inside and gives it back afterwards. */
export function Dialog({ title, width, onCancel, busy = false, closeLabel, children }: Props) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);

  // Not a later effect: the focus is given back only by a dialog that is still in the document.
  useLayoutEffect(() => {
    const element = dialog.current!;
    element.showModal();
    // Whoever is asked for something can type it at once.
    element.querySelector<HTMLInputElement>('input:not([type="checkbox"], [readonly])')?.focus();
    return () => element.close();
  }, []);

  return (
    <dialog
      ref={dialog}
      className={css.dialog}
      data-width={width}
      aria-labelledby={id}
      {...{ closedby: onCancel && !busy ? 'closerequest' : 'none' }}
      onCancel={(event) => {
        event.preventDefault();
        if (!busy) onCancel?.();
      }}
    >
      <header className={css.head}>
        <h2 id={id} className={css.title}>
          {title}
        </h2>
        {onCancel && (
          <button type="button" className={css.close} aria-label={closeLabel} disabled={busy} onClick={onCancel}>
            ×
          </button>
        )}
      </header>
      {children}
    </dialog>
  );
}
