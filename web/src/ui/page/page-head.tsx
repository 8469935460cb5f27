import type { ReactNode } from 'react';
import css from './page-head.module.css';

interface Props {
  title: ReactNode;
  /** One sentence. */
  lead?: ReactNode;
  /** The title takes the focus when the step begins, because there is nothing to fill in. */
  takesFocus?: boolean;
}

/** The title of a page or of a step of it. */
export function PageHead({ title, lead, takesFocus }: Props) {
  return (
    <>
      <h1 className={css.title} tabIndex={takesFocus ? -1 : undefined}>
        {title}
      </h1>
      {lead !== undefined && <p className={css.lead}>{lead}</p>}
    </>
  );
}
