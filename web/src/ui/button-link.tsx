import type { ComponentProps } from 'react';
import css from './button.module.css';

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
