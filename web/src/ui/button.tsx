import type { ComponentProps } from 'react';
import css from './button.module.css';

type Props = ComponentProps<'button'> & {
  kind?: 'main' | 'plain' | 'danger' | 'text';
  /** A call of this button is running. Its text says what is happening. */
  busy?: boolean;
};

export function Button({ kind = 'plain', type = 'button', busy, disabled, children, ...button }: Props) {
  return (
    <button {...button} type={type} className={css[kind]} disabled={disabled || busy} aria-busy={busy || undefined}>
      {busy && <Spinner />}
      {children}
    </button>
  );
}

export const Spinner = () => <span className={css.spinner} />;
