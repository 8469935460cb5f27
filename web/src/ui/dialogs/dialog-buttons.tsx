import type { ReactNode } from 'react';
import css from './dialog-buttons.module.css';

/** A link or a short text below the buttons. */
export const BelowButtons = ({ children }: { children: ReactNode }) => <p className={css.below}>{children}</p>;

/** The buttons of a dialog side by side, the confirming one last. */
export const DialogButtons = ({ children }: { children: ReactNode }) => <div className={css.buttons}>{children}</div>;
