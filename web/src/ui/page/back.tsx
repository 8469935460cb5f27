import type { ComponentProps } from 'react';
import css from './back.module.css';
import { Icon } from '../icons/icon.tsx';

const arrow = <Icon d="m14.5 6-6 6 6 6" size={16} />;

/* The one way back, above the title of a page: to another page, or to the step before. */

export const BackLink = ({ children, ...link }: ComponentProps<'a'>) => (
  <a {...link} className={css.back}>
    {arrow}
    {children}
  </a>
);

export const BackButton = ({ children, ...button }: ComponentProps<'button'>) => (
  <button {...button} type="button" className={css.back}>
    {arrow}
    {children}
  </button>
);
