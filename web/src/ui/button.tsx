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

/** A link that looks like a button, because it is what the person came for. */
export const ButtonLink = ({
  kind = 'plain',
  children,
  ...link
}: ComponentProps<'a'> & { kind?: 'main' | 'plain' }) => (
  <a {...link} className={css[kind]}>
    {children}
  </a>
);

export const Spinner = () => <span className={css.spinner} />;
