import type { ReactNode } from 'react';
import { PageHead } from './page-head.tsx';
import css from './page-message.module.css';

interface Props {
  picture: ReactNode;
  title: ReactNode;
  lead?: ReactNode;
  /** Below each other, the main button first. */
  children?: ReactNode;
}

/** A page with nothing to fill in: a picture, a title, one sentence, and what the person can do. */
export function PageMessage({ picture, title, lead, children }: Props) {
  return (
    <div className={css.message} data-message="">
      <div className={css.picture}>{picture}</div>
      <PageHead title={title} lead={lead} takesFocus />
      <div className={css.actions}>{children}</div>
    </div>
  );
}
