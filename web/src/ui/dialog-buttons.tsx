import type { ReactNode } from 'react';
import css from './dialog-buttons.module.css';

/** The buttons of a dialog side by side, the confirming one last. */
export const DialogButtons = ({ children }: { children: ReactNode }) => <div className={css.buttons}>{children}</div>;
