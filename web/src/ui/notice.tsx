import type { ReactNode } from 'react';
import css from './notice.module.css';

/** Something about the whole form. Always in the document, so that what appears in it is announced. */
export function Notice({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className={children ? css.notice : undefined}>
      {children}
    </div>
  );
}
