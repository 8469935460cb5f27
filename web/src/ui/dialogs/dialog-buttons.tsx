import { Children, isValidElement, type ReactNode } from 'react';
import { useMedia } from '../use-media.ts';
import css from './dialog-buttons.module.css';

/** A link or a short text below the buttons. */
export const BelowButtons = ({ children }: { children: ReactNode }) => <p className={css.below}>{children}</p>;

/**
 * The buttons of a dialog side by side, the confirming one last; on a phone below each other, and it comes first. They
 * change their places in the document, so that they are read in the order in which they are seen.
 */
export function DialogButtons({ children }: { children: ReactNode }) {
  const buttons = Children.toArray(children).filter(isValidElement);
  if (useMedia('(max-width: 479px)')) buttons.reverse();
  return <div className={css.buttons}>{buttons}</div>;
}
