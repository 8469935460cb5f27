import type { ReactNode } from 'react';
import css from './page-head.module.css';

/** The title of a page and one sentence. The title can take the focus when a step of the page begins. */
export function PageHead({ title, lead }: { title: ReactNode; lead?: ReactNode }) {
  return (
    <>
      <h1 className={css.title} tabIndex={-1}>
        {title}
      </h1>
      {lead !== undefined && <p className={css.lead}>{lead}</p>}
    </>
  );
}
