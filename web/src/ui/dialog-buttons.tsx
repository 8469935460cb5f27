import type { ReactNode } from 'react';
import css from './dialog-buttons.module.css';

/** The answers of a dialog side by side, the one that goes on last. */
export const DialogButtons = ({ children }: { children: ReactNode }) => <div className={css.buttons}>{children}</div>;
