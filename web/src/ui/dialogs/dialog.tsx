import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { usePageContext } from '../../platform/page-context.ts';
import { keepAboveKeyboard } from './above-keyboard.ts';
import css from './dialog.module.css';
import { focusFirst } from './focus-first.ts';
import { Icon } from '../icons/icon.tsx';
import { laterIcons } from '../icons/later-icons.ts';
import { DocumentStrip } from '../page/request-strip.tsx';
import { openDialog } from './open-dialog.ts';

interface Props {
  title: string;
  /** One sentence that says what the dialog is for. */
  lead?: ReactNode;
  /** A picture above the title, which is then centred. */
  picture?: ReactNode;
  width: 432 | 464 | 520 | 540;
  /** Without it the dialog cannot be closed, only answered. */
  onCancel?: (() => void) | undefined;
  /** A call is running that closing would not cancel: the dialog stays open to show its result. */
  busy?: boolean;
  /** The name of the close button. Without it there is none: the dialog has another button that cancels. */
  closeLabel?: string;
  children: ReactNode;
}

let lastFocused: HTMLElement | undefined;
if (typeof document !== 'undefined')
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement && !target.closest('dialog')) lastFocused = target;
  });

/**
 * A modal dialog with the focus on its first field, or on its title: never on a button, which a second press of Enter
 * would activate. The browser traps the focus and restores it afterwards.
 */
export function Dialog({ title, lead, picture, width, onCancel, busy = false, closeLabel, children }: Props) {
  const id = useId();
  const { view } = usePageContext();
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);

  // A layout effect: the browser restores the focus only if the dialog is still in the document when it closes.
  useLayoutEffect(() => {
    const element = dialog.current!;
    const close = openDialog(element, { modal: true });
    focusFirst(element, heading.current!);
    const leaveKeyboard = keepAboveKeyboard(element);
    return () => {
      leaveKeyboard();
      close();
      // The button that opened the dialog was disabled while its call ran, which took the focus from it, or still is now.
      const restore = () => {
        const focused = document.activeElement;
        if (focused === document.body || element.contains(focused)) lastFocused?.focus();
      };
      restore();
      queueMicrotask(restore);
    };
  }, []);

  return (
    <dialog
      ref={dialog}
      className={css.dialog}
      data-width={width}
      data-centred={picture ? '' : undefined}
      aria-modal="true"
      aria-labelledby={id}
      aria-describedby={lead ? `${id}l` : undefined}
      {...{ closedby: onCancel && !busy ? 'closerequest' : 'none' }}
      onCancel={(event) => {
        event.preventDefault();
        if (!busy) onCancel?.();
      }}
    >
      {view?.document && <DocumentStrip document={view.document} place="block" />}
      {picture}
      <header className={css.head}>
        <h2 ref={heading} id={id} className={css.title} tabIndex={-1}>
          {title}
        </h2>
        {onCancel && closeLabel && (
          <button
            type="button"
            className={`tool ${css.close}`}
            aria-label={closeLabel}
            disabled={busy}
            onClick={onCancel}
          >
            <Icon d={laterIcons.close} />
          </button>
        )}
      </header>
      {lead && (
        <p id={`${id}l`} className={css.lead}>
          {lead}
        </p>
      )}
      {children}
    </dialog>
  );
}
