import { type ReactNode, useContext } from 'react';
import { ExplainContext } from '../fields/problem.ts';
import css from './notice.module.css';

/** A message about the whole form. Always in the document, so that screen readers announce a change. */
export function Notice({ children }: { children: ReactNode }) {
  const explain = useContext(ExplainContext);
  return (
    <div className={children ? css.notice : undefined}>
      <div role="alert">{children}</div>
      {typeof children === 'string' && explain(children)}
    </div>
  );
}
