import type { ReactNode } from 'react';
import css from './strip.module.css';

interface Props {
  tone: 'accent' | 'warn';
  /** `card`: on top of a card, as wide as it. `block`: inside a page or a dialog. */
  place: 'card' | 'block';
  icon: ReactNode;
  children: ReactNode;
}

/** One or two sentences about everything below it. */
export const Strip = ({ tone, place, icon, children }: Props) => (
  <div className={`${css.strip} ${css[place]}`} data-tone={tone}>
    {icon}
    <p>{children}</p>
  </div>
);
