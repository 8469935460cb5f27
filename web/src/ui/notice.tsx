import { type ReactNode, useContext } from 'react';
import { ExplainContext } from './explain.ts';
import css from './notice.module.css';

/** Something about the whole form. Always in the document, so that what appears in it is announced. */
export function Notice({ children }: { children: ReactNode }) {
  const explain = useContext(ExplainContext);
  return (
    <div className={children ? css.notice : undefined}>
      <div role="alert">{children}</div>
      {typeof children === 'string' && explain(children)}
    </div>
  );
}
