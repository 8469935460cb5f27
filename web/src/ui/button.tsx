import type { ComponentProps } from 'react';
import css from './button.module.css';

type Props = ComponentProps<'button'> & {
  kind?: 'main' | 'plain' | 'danger' | 'text';
  /** A call of this button is running. Its text says what is happening. It keeps the focus, and a press does nothing. */
  busy?: boolean;
};

export function Button({
  kind = 'plain',
  type = 'button',
  busy = false,
  disabled,
  onClick,
  children,
  ...button
}: Props) {
  return (
    <button
      {...button}
      type={type}
      className={css[kind]}
      disabled={disabled && !busy}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
    >
      {busy && <Spinner />}
      {children}
    </button>
  );
}

export const Spinner = () => <span className={css.spinner} />;
